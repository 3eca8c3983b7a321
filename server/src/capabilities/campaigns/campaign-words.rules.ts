import { plainText } from '@prosa/contracts/plain-text';

/** Of a whole message, whatever its case, accents and signs. */
const plain = (text: string) =>
  plainText(text)
    // Thumbs up and down: written out they would double what the whole program takes in memory (scripts/lib/build.mjs).
    .replace(/[^\p{L}\p{N}\u{1f44d}\u{1f44e}\s]/gu, ' ')
    .trim()
    .replace(/\s+/g, ' ');

const outWords = new Set(['sair', 'parar', 'pare', 'stop', 'cancelar', 'remover', 'descadastrar', 'unsubscribe']);
const inWords = new Set(['voltar', 'ativar', 'start']);

/** Whether somebody wants no more campaigns, or wants them again. Only where that is all they say. */
export function choiceIn(text: string): 'out' | 'in' | undefined {
  const said = plain(text);
  if (outWords.has(said)) return 'out';
  return inWords.has(said) ? 'in' : undefined;
}

const yesWords = new Set(
  ['sim', 's', 'ss', 'quero', 'aceito', 'ok', 'okay', 'claro', 'confirmo', 'confirmar', 'confirmado', 'pode', 'positivo', 'bora'].concat([
    'yes',
    'y',
    'sure',
    'si',
    'vale',
    'dale',
    'acepto',
    'quiero',
    'com certeza',
    '👍',
  ]),
);
const noWords = new Set(['nao', 'n', 'no', 'nope', 'nunca', 'recuso', 'negativo', 'dispenso', 'ninguno', '👎']);
/** In longer ones a yes may mean anything. */
const mostWords = 6;

/** An answer to "may we write to you?". What is neither goes to the conversation alone, and so do numbers: they choose in menus. */
export function answerIn(text: string): 'yes' | 'no' | undefined {
  const said = plain(text);
  const words = said.split(' ');
  if (said === '' || words.length > mostWords) return undefined;
  if (words.some((word) => noWords.has(word))) return 'no';
  return yesWords.has(words[0] ?? '') || yesWords.has(said) ? 'yes' : undefined;
}

/** Whatever the ninth digit of a mobile number, it is the same phone: as `number_key` of the database has it. */
export const numberKey = (number: string) => number.replace(/^55(\d\d)9([6-9]\d{7})$/, '55$1$2');
