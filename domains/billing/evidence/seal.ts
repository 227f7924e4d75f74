import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Static } from '../../../platform/contract/index.ts'
import type { InvoiceEvidence } from './contract.ts'

/** Evidence beside the SHA-256 of its canonical JSON (RFC 8785), in hexadecimal. Times are RFC 3339 with milliseconds. */
export const sealEvidence = (evidence: Static<typeof InvoiceEvidence>) => ({ evidence, sha256: hashOf(evidence) })

/** The SHA-256 of the canonical JSON of evidence, read or made. */
export const hashOf = (evidence: unknown): string => createHash('sha256').update(canonicalize(evidence)!).digest('hex')

/** A pack as a file: canonical JSON. */
export const fileOf = (pack: ReturnType<typeof sealEvidence>): string => canonicalize(pack)!
