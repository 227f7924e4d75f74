export const words = (text) => text.match(/[\p{L}\p{N}'’-]+/gu) ?? []

export const wordCount = (text) => words(text).length
