import type { Score } from './score.ts'

export interface Row {
  readonly name: string
  readonly group: string
  /** The engine of Atelier that read it. */
  readonly engine: string
  readonly seconds: number
  readonly atelier: Score
  readonly pdftotext: Score | undefined
  readonly tesseract: Score | undefined
}

// Two characters in 1,000: less is chance.
const chance = 0.002

/** In which measures Atelier is worse than the better of the others by more than 10 %. */
export const worseIn = ({ atelier, pdftotext, tesseract }: Row): readonly string[] => {
  const others = [pdftotext, tesseract].filter((score) => score !== undefined)
  if (others.length === 0) return []
  const errors = Math.min(...others.map(({ errorRate }) => errorRate))
  const cells = Math.max(...others.map((score) => score.cells ?? 0))
  const order = Math.max(...others.map((score) => score.order))
  return [
    atelier.errorRate > errors * 1.1 && atelier.errorRate > errors + chance && 'characters',
    atelier.cells !== undefined && atelier.cells < cells * 0.9 && 'cells',
    atelier.order < order * 0.9 && 'order',
  ].filter((measure) => measure !== false)
}

const percent = (share: number | undefined) => (share === undefined ? '–' : (share * 100).toFixed(1))
const cellsOf = (score: Score | undefined) =>
  score === undefined ? '– / – / –' : [score.errorRate, score.cells, score.order].map(percent).join(' / ')

/** The results as a table of Markdown: errors, cells and order in per cent. */
export const tableOf = (rows: readonly Row[]): string => {
  const head = '| document | engine | Atelier | pdftotext | tesseract | s | worse in |\n|---|---|---|---|---|---|---|'
  const lines = rows.map((row) => {
    const scores = [row.atelier, row.pdftotext, row.tesseract].map(cellsOf)
    return `| ${[`${row.group}: ${row.name}`, row.engine, ...scores, row.seconds.toFixed(1), worseIn(row).join(', ')].join(' | ')} |`
  })
  return [head, ...lines].join('\n')
}
