// Runs in the page like an extension's script; its frames are chrome-extension:// URLs.
function decorate() {
  throw new TypeError("the extension found no price to decorate");
}
setTimeout(decorate, 50);
