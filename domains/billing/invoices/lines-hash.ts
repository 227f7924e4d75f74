import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

type HashedLine = Readonly<
  Record<'position' | 'description' | 'quantity' | 'unit' | 'unitPriceMinor' | 'amountMinor', unknown>
>

/** The SHA-256 of lines as canonical JSON, hexadecimal: of their texts and amounts, in their order. */
export const linesHashOf = (lines: readonly HashedLine[]): string => {
  const hashed = lines.map(({ position, description, quantity, unit, unitPriceMinor, amountMinor }) => ({
    position,
    description,
    quantity,
    unit,
    unitPriceMinor,
    amountMinor,
  }))
  return createHash('sha256').update(canonicalize(hashed)!).digest('hex')
}
