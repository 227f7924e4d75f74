/** Estimates a value's bytes: 1 a character or byte, and 8 for each value, key and pair. */
export const estimateBytes = (value: unknown): number => {
  if (typeof value === 'string') return 8 + value.length
  if (ArrayBuffer.isView(value)) return 8 + value.byteLength
  if (typeof value !== 'object' || value === null) return 8
  if (value instanceof Map) return estimateBytes([...value])
  const parts: readonly unknown[] = Array.isArray(value) || value instanceof Set ? [...value] : Object.entries(value)
  return parts.reduce<number>((sum, part) => sum + estimateBytes(part), 8)
}
