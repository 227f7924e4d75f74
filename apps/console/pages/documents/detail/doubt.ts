import type { listAiDocumentPages } from '../../../../../domains/agents/parsing/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

type Page = Reply<typeof listAiDocumentPages>[number]
type ReadPage = Pick<Page, 'state' | 'confidence' | 'decision'> & { readonly reasons: readonly string[] }

const sureFrom = 0.8

/** Whether a page was read with doubts that no person has settled. */
export const isDoubtful = ({ state, confidence, reasons, decision }: ReadPage): boolean =>
  state === 'parsed' && decision === null && (confidence < sureFrom || reasons.length > 0)

/** The cells of tables with two numbers: their columns were so close that they became one. */
export const joinedCells = (markdown: string): string[] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cell) => /^[\d.,]+(?: ?[%€$£])? +[\d.,]+(?: ?[%€$£])?$/.test(cell))
