import { plainText } from '@prosa/contracts/plain-text';
import { stored } from '../../../platform/browser/stored.ts';

/** Each with the words it is found by, in Portuguese, English and Spanish; the ones agents send most come first. */
const faces = `
  😀 sorriso feliz smile happy sonrisa|😁 sorrindo grin|😂 risada rindo chorando rir joy laugh risa|🤣 rolando rir rofl|
  😊 sorriso corado blush|😉 piscada wink guiño|😍 apaixonado amor love enamorado|🥰 carinho amor love cariño|😘 beijo kiss beso|
  😃 alegre happy alegre|😄 feliz happy feliz|😅 alivio suor sweat alivio|😇 anjo angel|🙂 leve sorriso slight smile|
  🙃 cabeça baixo upside down|😋 delicia gostoso yummy rico|😎 oculos legal cool gafas|🤩 estrela incrivel star wow|
  🥳 festa parabens party fiesta|🤗 abraço hug abrazo|🤔 pensando think pensar|😐 neutro neutral|😑 sem expressão expressionless|
  🙄 revirar olhos roll eyes|😏 malicioso smirk|😌 aliviado relieved|😴 dormir sono sleep dormir|😪 sonolento sleepy|
  😷 mascara doente mask sick enfermo|🤒 febre doente fever fiebre|🤕 machucado hurt herido|🥺 por favor please|
  😢 triste choro sad cry triste|😭 chorando choro cry llorar|😤 irritado huff|😠 bravo raiva angry enojado|😡 furioso raiva rage|
  🤯 cabeça explodindo mind blown|😱 susto medo scream miedo|😨 medo fear miedo|😰 ansioso anxious|😳 envergonhado flushed|
  😬 careta grimace|🤐 boca fechada zip|🤫 silencio shh|🤭 ops risada oops|🤦 vergonha facepalm|🤷 não sei shrug`;
const gestures = `
  👍 joinha positivo ok like pulgar bien|👎 negativo dislike mal|👏 palmas aplauso clap aplauso|
  🙏 obrigado por favor rezar thanks please gracias|🤝 acordo aperto mãos deal handshake acuerdo|👌 perfeito ok|
  ✌️ paz vitoria peace paz|🤞 torcendo sorte luck suerte|👋 tchau oi ola aceno hi bye hola adios|🙌 comemorar aleluia celebrate|
  💪 força forte strong fuerza|👇 abaixo embaixo down abajo|👆 acima up arriba|👉 direita right derecha|
  👈 esquerda left izquierda|☝️ um atenção one|✋ pare mão stop mano|🖐️ mão cinco hand|🤙 liga call|✍️ escrever write escribir|
  👀 olhos ver look ojos|🙋 mão levantada pergunta raise hand|🙆 ok tudo bem|🙅 não proibido no|
  🧑‍💻 computador programador developer|👩‍💼 atendente executiva office|👨‍🔧 tecnico mecanico technician tecnico|
  👪 familia family familia|👶 bebe baby|👩 mulher woman mujer|👨 homem man hombre`;
const hearts = `
  ❤️ coração amor love corazon|🧡 coração laranja orange heart|💛 coração amarelo yellow heart|💚 coração verde green heart|
  💙 coração azul blue heart|💜 coração roxo purple heart|🖤 coração preto black heart|💔 coração partido broken|
  💕 corações amor hearts|💖 coração brilho sparkle heart|✨ brilho estrelas sparkles brillo|⭐ estrela star estrella|
  🌟 estrela brilhante star|🔥 fogo top fire fuego|💯 cem perfeito hundred cien|🎉 festa parabens party fiesta|
  🎊 confete confetti|🎁 presente gift regalo|🎂 bolo aniversario birthday cake cumpleaños|🏆 trofeu campeão trophy|
  🥇 primeiro ouro gold medal|🌹 rosa flor rose|🌷 tulipa flor flower|💐 flores buque bouquet|🌞 sol sun|🌈 arco iris rainbow|
  ☀️ sol dia sun|🌙 lua noite moon luna|⚡ raio rapido bolt|💧 gota agua water`;
const objects = `
  ✅ certo feito ok check done listo|❌ errado não cancelar cross error|⚠️ atenção aviso warning aviso|
  ❗ exclamação atenção important|❓ pergunta duvida question pregunta|ℹ️ informação info|📌 fixar alfinete pin|
  📎 anexo clipe attachment adjunto|📄 documento page documento|📋 lista prancheta list|📝 anotar nota memo nota|
  📅 calendario data agenda calendar fecha|⏰ alarme hora clock hora|⏳ aguarde esperar wait espera|⌛ tempo time|
  📞 telefone ligar phone call llamar|📱 celular phone movil|💻 computador notebook laptop|🖨️ impressora printer|📧 email correo|
  ✉️ carta mensagem letter|📦 pacote pedido entrega package envio paquete|🚚 entrega caminhão delivery truck entrega|
  🚀 rapido foguete rocket|🛒 carrinho compra cart compra|🛍️ sacola compra shopping|🏪 loja store tienda|🏠 casa home|
  🏢 empresa predio office|💰 dinheiro money dinero|💵 dinheiro nota dollar|💳 cartão pagamento card tarjeta|
  🧾 recibo nota fiscal boleto receipt recibo|🏦 banco bank|💲 preço price precio|📈 subir grafico up|📉 cair grafico down|
  📊 grafico chart|🔑 chave key llave|🔒 cadeado seguro lock|🔓 aberto unlock|🔍 buscar lupa search buscar|🔗 link|
  💡 ideia dica idea|🔧 ferramenta conserto tool|⚙️ configuração engrenagem settings|🔔 sino aviso bell|📢 anuncio megaphone|
  📷 foto camera|🎥 video|🎧 fone suporte headphones|🎤 microfone audio mic|📍 local endereço location ubicacion|🗺️ mapa map|
  ✈️ viagem avião plane|🚗 carro car|🏍️ moto|🚲 bicicleta bike`;
const food = `
  ☕ cafe coffee|🍕 pizza|🍔 hamburguer burger|🍟 batata frita fries|🌭 cachorro quente hot dog|🥪 sanduiche sandwich|
  🥗 salada salad|🍝 macarrão pasta|🍣 sushi|🍰 bolo doce cake|🍫 chocolate|🍦 sorvete ice cream helado|🍎 maçã apple|🍌 banana|
  🍇 uva grape|🍓 morango strawberry fresa|🥑 abacate avocado|🥖 pão bread pan|🧀 queijo cheese queso|🍳 ovo egg huevo|
  🥤 refrigerante suco drink|🍺 cerveja beer cerveza|🍻 brinde cervejas cheers|🍷 vinho wine vino|🥂 brinde champanhe toast|
  🧃 suco juice|🐶 cachorro dog perro|🐱 gato cat|🌳 arvore tree arbol|⚽ futebol bola soccer|🏖️ praia beach playa|
  🇧🇷 brasil brazil|🇪🇸 espanha spain|🇺🇸 estados unidos usa|🇦🇷 argentina|🇲🇽 mexico|🇵🇹 portugal`;

const known = Object.entries({ faces, gestures, hearts, objects, food }).map(([name, text]) => ({
  name,
  all: text
    .trim()
    .split(/\|\s*/)
    .map((line) => {
      const [emoji = '', ...words] = line.split(' ');
      return { emoji, words: words.map((word) => plainText(word)) };
    }),
}));

export const emojiGroups = known.map(({ name, all }) => ({ name, emoji: all.map(({ emoji }) => emoji) }));

/** Those with a word that begins as typed come before those that only hold it. */
export function findEmoji(typed: string, most: number): string[] {
  const wanted = plainText(typed.trim());
  const all = known.flatMap((group) => group.all);
  const beginning = all.filter(({ words }) => words.some((word) => word.startsWith(wanted)));
  const holding = all.filter((one) => !beginning.includes(one) && one.words.some((word) => word.includes(wanted)));
  return [...beginning, ...holding].slice(0, most).map(({ emoji }) => emoji);
}

const recentKey = 'recentEmoji';
const maxRecent = 16;

export function recentEmoji(): string[] {
  return (stored.read(recentKey) ?? '').split(' ').filter(Boolean);
}

export function rememberEmoji(emoji: string): void {
  const recent = [emoji, ...recentEmoji().filter((other) => other !== emoji)].slice(0, maxRecent);
  stored.write(recentKey, recent.join(' '));
}
