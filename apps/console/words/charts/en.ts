/** Texts that all charts share. */
export const en = {
  what: 'What',
  asTable: 'Show as table',
  download: 'Download CSV',
  downloadOf: (title: string) => `Download CSV: ${title}`,
  nothingYet: 'Nothing measured yet.',
}
