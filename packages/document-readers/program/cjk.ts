const cjk = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]`
const end = new RegExp(`${cjk}$`, 'u')
const beginning = new RegExp(`^${cjk}`, 'u')

/** Whether two pieces of text go together without a space, as Chinese and Japanese are written. */
export const isWithoutSpace = (before: string, after: string): boolean => end.test(before) && beginning.test(after)

// Simplified forms and others that Unicode has as radicals too (CJK Radicals Supplement) and does not normalize.
const radicals = '⺁⺄⺋⺝⺟⺠⺼⻁⻄⻅⻆⻉⻋⻌⻑⻓⻔⻘⻚⻛⻜⻝⻢⻣⻤⻥⻦⻨⻩⻬⻮⻰⻳'
const characters = '厂乙卩月母民月虎西见角贝车辶長长门青页风飞食马骨鬼鱼鸟麦黄齐齿龙龟'
const byRadical = new Map(Array.from(radicals, (radical, at) => [radical, Array.from(characters)[at]!]))

/** Text without radicals that look like characters: some PDF have them, and a search would not find the word. */
export const withoutRadicals = (text: string): string =>
  text.replaceAll(/[\u2E80-\u2FDF]/g, (radical) => byRadical.get(radical) ?? radical.normalize('NFKC'))
