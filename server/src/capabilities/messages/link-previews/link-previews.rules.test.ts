import { describe, expect, test } from 'vitest';
import { firstLink } from './links.rules.ts';
import { readPage } from './page.rules.ts';

describe('the link of a message', () => {
  test.each([
    ['Veja https://loja.example/oferta?x=1.', 'https://loja.example/oferta?x=1'],
    ['(https://loja.example/a)', 'https://loja.example/a'],
    ['https://pt.example/wiki/Prosa_(arte)', 'https://pt.example/wiki/Prosa_(arte)'],
    ['*https://loja.example*', 'https://loja.example'],
    ['https://loja.example/a)](', 'https://loja.example/a)]('],
    ['https://loja.example/[a](b)]))', 'https://loja.example/[a](b)]))'],
    ['https://loja.example/(a]).]', 'https://loja.example/(a])'],
    ['https://loja.example/[a)])!)', 'https://loja.example/[a)]'],
    ['HTTP://Loja.Example/A', 'HTTP://Loja.Example/A'],
    ['um www.loja.example/b e dois https://outra.example', 'www.loja.example/b'],
  ])('%s', (body, link) => expect(firstLink(body)?.link).toBe(link));

  test.each([
    'oi',
    'loja.com.br',
    'ana@www.loja.example',
    'https://',
    'https://intranet/x',
    'https://a:b@loja.example',
    'ftp://loja.example',
  ])('%s has none that is looked up', (body) => expect(firstLink(body)).toBeUndefined());

  test('where it leads, and what is asked: without the part that no server is told', () =>
    expect(firstLink('www.loja.example/a#b')).toEqual({
      link: 'www.loja.example/a#b',
      url: 'https://www.loja.example/a#b',
      address: 'https://www.loja.example/a',
    }));

  test('a link longer than any that is real, and a wall of them, cost nothing', () => {
    expect(firstLink(`https://loja.example/${'x'.repeat(3_000)}`)).toBeUndefined();
    expect(firstLink('www.'.repeat(20_000))).toBeUndefined();
    expect(firstLink(`www.loja.example${').'.repeat(20_000)}`)?.link).toBe('www.loja.example');
  });
});

const page = (html: string, type = 'text/html; charset=utf-8') => readPage(Buffer.from(html), type);

describe('what a page says of itself', () => {
  test('what it tells those who link to it, else its title and description', () => {
    expect(
      page(`<html><head><title>Outro</title><meta property="og:title" content="Pão &amp; Cia"><meta content='Desde 1990' name=description>
        <meta property="og:site_name" content="Padaria"></head><body><title>não</title>`),
    ).toEqual({ title: 'Pão & Cia', description: 'Desde 1990', site: 'Padaria' });
    expect(page('<TITLE>\n Só   o título </TITLE>')).toEqual({ title: 'Só o título', description: '', site: '' });
    expect(page('<head></head><p>nada</p>')).toBeUndefined();
    expect(page('')).toBeUndefined();
  });

  test('plain text only: no markup, no marks that turn lines around, no control signs', () => {
    const said = page('<title>&lt;script&gt;alert(1)&lt;/script&gt; \u202Eadas&#x202E;&#0;&#7;&#xd800;&eacute;&Ccedil;&fim;</title>');
    expect(said?.title).toBe('<script>alert(1)</script> adas éÇ&fim;');
    expect(page('<script>var x = "<title>não</title>"</script><!-- <title>nem</title> --><title>sim</title>')?.title).toBe('sim');
  });

  test('long texts are cut by letters, not inside them', () => {
    const said = page(`<title>${'🎉'.repeat(500)}</title><meta name="description" content="${'x'.repeat(3_000)}">`);
    expect(Array.from(said?.title ?? '')).toHaveLength(200);
    expect(said?.title.endsWith('🎉…')).toBe(true);
    expect(said?.description).toHaveLength(300);
  });

  test('in the letters it was written in', () => {
    const latin = Buffer.from('<meta charset="iso-8859-1"><title>Promoção</title>', 'latin1');
    expect(readPage(latin, 'text/html')?.title).toBe('Promoção');
    expect(readPage(Buffer.from('<title>Promoção</title>', 'latin1'), 'text/html; charset=ISO-8859-1')?.title).toBe('Promoção');
    expect(page('<title>Olá</title>', 'text/html; charset=nonsense')?.title).toBe('Olá');
  });

  test.each([
    ['meta after meta', '<meta '.repeat(90_000)],
    ['comments that do not end', '<!--'.repeat(120_000)],
    ['scripts that do not end', '<script '.repeat(60_000)],
    ['quotes', `<meta content="${'"'.repeat(500_000)}`],
    ['spaces', `<title${' '.repeat(500_000)}`],
    ['ends of heads', '</head '.repeat(70_000)],
    ['titles that do not end', '<title '.repeat(70_000)],
    ['titles', '<title>'.repeat(70_000)],
    ['scripts in scripts', '<script>x</scrip'.repeat(30_000)],
    ['tags', '<a>'.repeat(170_000)],
    ['attributes', `<meta ${'name="'.repeat(80_000)}>`],
  ])('%s cost in proportion to their length', (_, html) => {
    const secondsOf = (text: string) => {
      const runs = [1, 2, 3, 4, 5].map(() => {
        const began = process.cpuUsage();
        page(text);
        const { user, system } = process.cpuUsage(began);
        return user + system;
      });
      return Math.min(...runs);
    };
    // Eight times the length would cost 64 times as much where the cost grew with its square. Below 20 ms nothing is measured.
    expect(secondsOf(html)).toBeLessThan(Math.max(secondsOf(html.slice(0, html.length / 8)) * 24, 20_000));
  });
});
