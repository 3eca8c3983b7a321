/** Who wrote to the shop before today, and what was said. */

export const firstNames = [
  ...['Alice', 'Bruno', 'Camila', 'Diego', 'Elaine', 'Fábio', 'Gabriela', 'Heitor'],
  ...['Isadora', 'Jonas', 'Karina', 'Leandro', 'Milena', 'Nelson', 'Olívia', 'Paulo'],
];
export const lastNames = ['Araújo', 'Barros', 'Cardoso', 'Duarte', 'Esteves', 'Farias', 'Gomes', 'Lacerda', 'Moraes', 'Pinheiro'];

/** What the customer asked, and the answer. */
export const exchanges: readonly (readonly [string, string])[] = [
  ['Bom dia! O sofá cinza ainda está em promoção?', 'Bom dia! Está sim, até sábado.'],
  ['Qual é o prazo de entrega para Sorocaba?', 'Para Sorocaba são quatro dias úteis.'],
  ['Recebi a luminária com o vidro trincado.', 'Sentimos muito! A troca sai amanhã, sem custo.'],
  ['Posso pagar em três vezes?', 'Pode: em até seis vezes sem juros.'],
  ['Vocês abrem no feriado?', 'No feriado estamos fechados; voltamos no dia seguinte às 8h.'],
  ['Perdi a nota fiscal, conseguem mandar de novo?', 'Segue a segunda via. Precisando, é só chamar.'],
  ['A mesa vem montada?', 'Vem desmontada, e a montagem é por nossa conta.'],
  ['Quero remarcar a entrega de quinta.', 'Remarcada para sexta, entre 9h e 12h.'],
];
