// Runs in the page, as scripts of extensions do; its frames are chrome-extension:// ones.
function decorate() {
  throw new TypeError("the extension found no price to decorate");
}
setTimeout(decorate, 50);
