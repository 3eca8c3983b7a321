/** The sheet that shows what an import expects, among the app's own files. */
const exampleSheet = 'lista-de-contatos-exemplo.xlsx';

export function downloadExample(): void {
  const link = document.createElement('a');
  link.href = `/${exampleSheet}`;
  link.download = exampleSheet;
  link.click();
}
