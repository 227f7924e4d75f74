import type { listAiDocumentPages } from '../../../../../domains/agents/parsing/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

type ReadPage = Pick<Reply<typeof listAiDocumentPages>[number], 'state' | 'confidence' | 'reasons' | 'decision'>

const sureFrom = 0.8

/** Whether a page was read with doubts that no person has settled. */
export const isDoubtful = ({ state, confidence, reasons, decision }: ReadPage): boolean =>
  state === 'parsed' && decision === null && (confidence < sureFrom || reasons.length > 0)
