import { createHash } from 'node:crypto';
import { type ESTree, type Plugin, Visitor } from 'vite';

/** As in src/platform/language/messages.ts, where the first one is the fallback. */
const languages = ['pt', 'en', 'es'] as const;
type Language = (typeof languages)[number];
type Texts = Record<string, string>;
type Catalogue = Record<Language, Texts>;

const [fallback, ...others] = languages;
const placeholder = /textsOf\((["'`])(\w+)\1\)/g;

/**
 * Everybody reads one language: the built app is written once for each, with the texts of that one alone. Portuguese stands in `assets/`
 * and `index.html`, the others in `assets/en/` and `index.en.html`; the server picks the page (server/src/platform/http/web-app.ts).
 * While developing and in tests all languages are there.
 */
export function oneLanguage(): Plugin {
  const catalogues = new Map<string, Catalogue>();
  return {
    name: 'one-language',
    apply: 'build',
    transform(code, id) {
      if (!code.includes('defineMessages(') || id.includes('/node_modules/')) return undefined;
      let changed = code;
      for (const argument of findCatalogues(this.parse(code)).reverse()) {
        const catalogue = readCatalogue(argument, id);
        // A file's name comes from its content, so the texts have to be part of it.
        const key = createHash('sha256').update(JSON.stringify(catalogue)).digest('hex').slice(0, 16);
        catalogues.set(key, catalogue);
        changed = `${changed.slice(0, argument.start)}textsOf("${key}")${changed.slice(argument.end)}`;
      }
      return changed === code ? undefined : { code: changed.replaceAll('defineMessages(textsOf', '/* @__PURE__ */ (textsOf'), map: null };
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const names = new Set(chunks.map(({ fileName }) => fileName));
        for (const language of others) {
          // Parts name each other by relative addresses, which stay true.
          for (const { fileName, code } of chunks)
            this.emitFile({ type: 'asset', fileName: inLanguage(fileName, language), source: translate(code, language) });
          const page = bundle['index.html'];
          if (page?.type === 'asset')
            this.emitFile({ type: 'asset', fileName: `index.${language}.html`, source: pageIn(String(page.source), names, language) });
        }
        for (const chunk of chunks) chunk.code = translate(chunk.code, fallback);
      },
    },
  };

  function translate(code: string, language: Language): string {
    return code.replace(placeholder, (_whole, _quote, key: string) => {
      const texts = catalogues.get(key)?.[language];
      if (texts === undefined) throw new Error(`No texts in ${language} for ${key}.`);
      // Whoever looks a key up in another language finds it here.
      return `(t=>({${languages.map((each) => `${each}:t`).join(',')}}))(${literal(texts)})`;
    });
  }
}

const inLanguage = (fileName: string, language: Language) => fileName.replace(/^assets\//, `assets/${language}/`);

function pageIn(html: string, names: ReadonlySet<string>, language: Language): string {
  return html
    .replace(/<html lang="[^"]*"/, `<html lang="${language}"`)
    .replace(/"\/(assets\/[\w.-]+\.js)"/g, (whole, name: string) => (names.has(name) ? `"/${inLanguage(name, language)}"` : whole));
}

const literal = (texts: Texts) =>
  `{${Object.entries(texts)
    .map(([key, text]) => `${/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key)}:${JSON.stringify(text)}`)
    .join(',')}}`;

/** What stands between the brackets of each `defineMessages(...)`, in the order of the file. */
function findCatalogues(program: ESTree.Program): ESTree.ObjectExpression[] {
  const found: ESTree.ObjectExpression[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [argument] }) {
      if (callee.type === 'Identifier' && callee.name === 'defineMessages' && argument?.type === 'ObjectExpression') found.push(argument);
    },
  }).visit(program);
  return found;
}

function readCatalogue(node: ESTree.ObjectExpression, file: string): Catalogue {
  const texts = (language: Language): Texts => {
    const value = entriesOf(node, file).find(([key]) => key === language)?.[1];
    if (value?.type !== 'ObjectExpression') throw new Error(`${file}: the texts in ${language} are not written out.`);
    return Object.fromEntries(entriesOf(value, file).map(([key, text]) => [key, textOf(text, `${file}: ${key}`)]));
  };
  return { pt: texts('pt'), en: texts('en'), es: texts('es') };
}

function entriesOf(node: ESTree.ObjectExpression, file: string): Array<[string, ESTree.Expression]> {
  return node.properties.map((property) => {
    if (property.type !== 'Property' || property.computed) throw new Error(`${file}: a catalogue holds plain keys and texts.`);
    const { key, value } = property;
    if (key.type === 'Identifier') return [key.name, value];
    if (key.type === 'Literal') return [String(key.value), value];
    throw new Error(`${file}: a catalogue holds plain keys and texts.`);
  });
}

function textOf(node: ESTree.Expression | ESTree.PrivateInExpression['left'], place: string): string {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'BinaryExpression' && node.operator === '+') return textOf(node.left, place) + textOf(node.right, place);
  const cooked = node.type === 'TemplateLiteral' && node.expressions.length === 0 ? node.quasis[0]?.value.cooked : undefined;
  if (typeof cooked !== 'string') throw new Error(`${place} is not a text that is written out.`);
  return cooked;
}
