/** How deep a JSON text is nested and how many values it holds, counted before any of them takes memory. */
export const shapeOf = (text: string): { readonly deepest: number; readonly values: number } => {
  let depth = 0
  let deepest = 0
  let values = 1
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === quote) at = endOfString(text, at)
    else if (character === comma) values += 1
    else if (character === openList || character === openObject) {
      values += 1
      depth += 1
      deepest = Math.max(deepest, depth)
    } else if (character === closeList || character === closeObject) depth -= 1
  }
  return { deepest, values }
}

const quote = 0x22
const comma = 0x2c
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d
const backslash = 0x5c

const endOfString = (text: string, start: number): number => {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at
    while (text.charCodeAt(before - 1) === backslash) before -= 1
    if ((at - before) % 2 === 0) return at
  }
  return text.length
}
