import { judgeAll, readOsv } from './affected.ts'
import { makeBill } from './make-bill.ts'

/** The work of the threads of `in-thread.ts`: lock files and vulnerabilities, which strangers may have written. */
export const bill = makeBill
export const osv = ({ text }: { readonly text: string }) => readOsv(text)
export const judged = judgeAll
