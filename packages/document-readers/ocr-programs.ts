import { existsSync, globSync } from 'node:fs'
import { basename } from 'node:path'

const folders = ['/usr/bin', '/usr/local/bin']
const languageFiles = '/usr/share/tesseract-ocr/*/tessdata/*.traineddata'
// Each language more makes a page slower.
const languagesMost = 8

const isInstalled = (program: string) => folders.some((folder) => existsSync(`${folder}/${program}`))

/** Whether pages of a PDF can be drawn here: by `pdftoppm` of Poppler. */
export const canDrawPages = (): boolean => isInstalled('pdftoppm')

/** The languages of word recognition here, such as `deu+eng`; undefined if `tesseract` is not installed. */
export const ocrLanguages = (): string | undefined => {
  if (!isInstalled('tesseract') || !canDrawPages()) return undefined
  const names = globSync(languageFiles).map((path) => basename(path, '.traineddata'))
  const languages = [...new Set(names)].filter((name) => /^[a-z]{3}(_[A-Za-z]{1,10})?$/.test(name) && name !== 'osd')
  if (languages.length === 0) return undefined
  // English is used beside every other language.
  const others = languages.filter((name) => name !== 'eng').toSorted()
  const chosen = languages.includes('eng')
    ? [...others.slice(0, languagesMost - 1), 'eng']
    : others.slice(0, languagesMost)
  return chosen.toSorted().join('+')
}
