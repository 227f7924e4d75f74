/**
 * The characters that a font of TrueType or OpenType has, by its table `cmap`: the formats 4 and 12, which all fonts of
 * Unicode have. Throws for invalid bytes. Source: OpenType 1.9, cmap.
 */
export const coverageOf = (font: Buffer): ReadonlySet<number> => {
  const cmap = tableOf(font, 'cmap')
  const covered = new Set<number>()
  const count = font.readUInt16BE(cmap + 2)
  for (let at = 0; at < count; at += 1) {
    const subtable = cmap + font.readUInt32BE(cmap + 4 + at * 8 + 4)
    const format = font.readUInt16BE(subtable)
    if (format === 4) addSegments(font, subtable, covered)
    if (format === 12) addGroups(font, subtable, covered)
  }
  return covered
}

const tableOf = (font: Buffer, name: string): number => {
  for (let at = 0; at < font.readUInt16BE(4); at += 1) {
    const record = 12 + at * 16
    if (font.toString('latin1', record, record + 4) === name) return font.readUInt32BE(record + 8)
  }
  throw new Error(`The font has no table ${name}`)
}

const addSegments = (font: Buffer, at: number, covered: Set<number>) => {
  const doubled = font.readUInt16BE(at + 6)
  const ends = at + 14
  const starts = at + 16 + doubled
  const deltas = starts + doubled
  const offsets = starts + 2 * doubled
  for (let segment = 0; segment < doubled; segment += 2) {
    const start = font.readUInt16BE(starts + segment)
    const end = font.readUInt16BE(ends + segment)
    const delta = font.readUInt16BE(deltas + segment)
    const offset = font.readUInt16BE(offsets + segment)
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const glyph = offset === 0 ? code : font.readUInt16BE(offsets + segment + offset + (code - start) * 2)
      if (glyph !== 0 && ((glyph + delta) & 0xffff) !== 0) covered.add(code)
    }
  }
}

const addGroups = (font: Buffer, at: number, covered: Set<number>) => {
  for (let group = 0; group < font.readUInt32BE(at + 12); group += 1) {
    const record = at + 16 + group * 12
    for (let code = font.readUInt32BE(record); code <= font.readUInt32BE(record + 4); code += 1) covered.add(code)
  }
}
