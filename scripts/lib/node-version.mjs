// Imported before anything else, so written for any Node that knows modules at all.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Prosa needs Node 20.19 or newer; this is ${process.version} (${process.execPath}).`);
  process.exit(1);
}
