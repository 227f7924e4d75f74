/**
 * Estimates the bytes of a value with all that it contains: 1 for each character of a text and each byte of a view, and
 * 8 for each value, each key of an object and each pair of key and value.
 */
export const estimateBytes = (value: unknown): number => {
  if (typeof value === 'string') return 8 + value.length
  if (ArrayBuffer.isView(value)) return 8 + value.byteLength
  if (typeof value !== 'object' || value === null) return 8
  if (value instanceof Map) return estimateBytes([...value])
  const parts: readonly unknown[] = Array.isArray(value) || value instanceof Set ? [...value] : Object.entries(value)
  return parts.reduce<number>((sum, part) => sum + estimateBytes(part), 8)
}
