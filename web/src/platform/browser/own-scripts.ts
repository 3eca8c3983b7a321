type ScriptAddresses = { createScriptURL: (address: string) => string };

declare global {
  interface Window {
    /** Where the page's policy asks for it, an address of a script must pass through a named policy. */
    trustedTypes?: { createPolicy: (name: string, rules: ScriptAddresses) => ScriptAddresses };
  }
}

/** Scripts of this build and of this server, and no others. */
function checkOwn(address: string): string {
  const { origin } = new URL(address, window.location.href);
  if (origin !== window.location.origin) throw new TypeError(`${origin} is not where this app comes from`);
  return address;
}

/** A browser lets each policy be created once. Its name also stands in server/src/platform/http/security-headers.ts. */
let policy: ScriptAddresses | undefined;

/** The address of a worker as a page with Trusted Types takes it. */
export function ownScript(address: string): string {
  policy ??= window.trustedTypes?.createPolicy('prosa-scripts', { createScriptURL: checkOwn }) ?? { createScriptURL: checkOwn };
  return policy.createScriptURL(address);
}
