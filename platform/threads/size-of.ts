/** The bytes that a value takes, about, with all that it contains: texts by their characters, and 8 for each value. */
export const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return 8 + value.length
  if (ArrayBuffer.isView(value)) return 8 + value.byteLength
  if (typeof value !== 'object' || value === null) return 8
  if (value instanceof Map) return sizeOf([...value])
  const parts: readonly unknown[] = Array.isArray(value) || value instanceof Set ? [...value] : Object.entries(value)
  return parts.reduce<number>((sum, part) => sum + sizeOf(part), 8)
}
