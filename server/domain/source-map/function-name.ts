import { child, type SyntaxNode } from "./syntax-node.ts";

/**
 * The name of a function in stack traces, as engines name unbuilt code: its own, otherwise that of
 * its assignment target; methods include their class. `ancestors`: the surrounding nodes, outermost
 * first. Undefined for a callback.
 */
export function functionName(
  node: SyntaxNode,
  ancestors: readonly SyntaxNode[],
): string | undefined {
  const own = child(node, "id");
  if (own) return nameOf(own);
  if (node.type === "ObjectMethod") return nameOf(child(node, "key"));
  if (node.type === "ClassMethod" || node.type === "ClassPrivateMethod")
    return methodName(node, ancestors);
  return assignedName(node, ancestors);
}

function methodName(node: SyntaxNode, ancestors: readonly SyntaxNode[]): string | undefined {
  const className = classNameOf(ancestors);
  const name = nameOf(child(node, "key"));
  if (node.kind === "constructor") return className === undefined ? undefined : `new ${className}`;
  if (node.kind === "get" || node.kind === "set")
    return name === undefined ? undefined : `${node.kind} ${name}`;
  return node.type === "ClassPrivateMethod" ? name : joined(className, name);
}

function assignedName(node: SyntaxNode, ancestors: readonly SyntaxNode[]): string | undefined {
  let value = node;
  for (let at = ancestors.length - 1; at >= 0; at--) {
    const parent = ancestors[at]!;
    if (isTransparent(parent, value)) value = parent;
    else return nameByParent(parent, value, ancestors.slice(0, at));
  }
  return undefined;
}

/**
 * Functions that return the given function, or a component of it: `const Card = memo(() => …)` is
 * named Card.
 */
const wrappers = new Set([
  "memo",
  "forwardRef",
  "observer",
  "useCallback",
  "useEffectEvent",
  "cache",
]);
const typeNotes = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSTypeAssertion",
]);

function isTransparent(parent: SyntaxNode, value: SyntaxNode): boolean {
  if (typeNotes.has(parent.type)) return true;
  if (parent.type !== "CallExpression") return false;
  const [first] = parent.arguments as unknown[];
  return first === value && wrappers.has(lastNameOf(child(parent, "callee")) ?? "");
}

function nameByParent(
  parent: SyntaxNode,
  value: SyntaxNode,
  around: readonly SyntaxNode[],
): string | undefined {
  switch (parent.type) {
    case "VariableDeclarator":
      return nameOf(child(parent, "id"));
    case "AssignmentExpression":
    case "AssignmentPattern":
      return child(parent, "right") === value ? nameOf(child(parent, "left")) : undefined;
    case "ObjectProperty":
    case "JSXExpressionContainer":
      return parent.type === "ObjectProperty"
        ? nameOf(child(parent, "key"))
        : nameOf(child(around.at(-1)?.type === "JSXAttribute" ? around.at(-1) : undefined, "name"));
    case "ClassProperty":
    case "ClassPrivateProperty":
    case "ClassAccessorProperty":
      return joined(classNameOf(around), nameOf(child(parent, "key")));
    case "ExportDefaultDeclaration":
      return "default";
    default:
      return undefined;
  }
}

/**
 * The name of the class whose body contains the last of these: its own, or that of its assignment
 * target.
 */
function classNameOf(ancestors: readonly SyntaxNode[]): string | undefined {
  const at = ancestors.findLastIndex(
    ({ type }) => type === "ClassDeclaration" || type === "ClassExpression",
  );
  const found = ancestors[at];
  if (!found) return undefined;
  return nameOf(child(found, "id")) ?? assignedName(found, ancestors.slice(0, at));
}

const joined = (of: string | undefined, name: string | undefined) =>
  of === undefined || name === undefined ? name : `${of}.${name}`;

/** From an assignment target, without meaningless parts: `this`, `exports`, `prototype`. */
function nameOf(node: SyntaxNode | undefined): string | undefined {
  switch (node?.type) {
    case "Identifier":
    case "JSXIdentifier":
      return node.name as string;
    case "StringLiteral":
    case "NumericLiteral":
      return String(node.value);
    case "PrivateName":
      return `#${nameOf(child(node, "id"))}`;
    case "MemberExpression":
      return memberName(node);
    default:
      return undefined;
  }
}

function memberName(node: SyntaxNode): string | undefined {
  const property =
    node.computed === true ? literalName(child(node, "property")) : nameOf(child(node, "property"));
  const object = child(node, "object");
  const of = object?.type === "MemberExpression" ? memberName(object) : nameOf(object);
  if (property === "prototype") return of;
  if (property === undefined || of === undefined || of === "exports" || of === "module.exports")
    return property;
  return `${of}.${property}`;
}

const literalName = (node: SyntaxNode | undefined) =>
  node?.type === "StringLiteral" ? nameOf(node) : undefined;

const lastNameOf = (callee: SyntaxNode | undefined) =>
  nameOf(callee?.type === "MemberExpression" ? child(callee, "property") : callee);

/** Engines' names of anonymous functions. */
export const isAnonymous = (name: string | undefined): boolean =>
  name === undefined ||
  /^(?:\?|<anonymous>|anonymous|Anonymous function|<unknown>)?$/.test(name) ||
  name.endsWith("/<");
