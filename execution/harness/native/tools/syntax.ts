import { stripTypeScriptTypes } from 'node:module'
import { basename, extname } from 'node:path'
import { runCommand } from '../command.ts'
import type { Workshop } from './tool.ts'

export interface FileChange {
  readonly shown: string
  /** Undefined if there was no file. */
  readonly before: string | undefined
  readonly after: string | undefined
}

const checkedMostCharacters = 1_000_000

/**
 * The language's error in a file that a change broke: a short sentence, or undefined. Older faults are not reported.
 */
export const syntaxFault = async (shop: Workshop, { shown, before, after }: FileChange) => {
  const check = checkOf(shown)
  if (!check || after === undefined || after.length > checkedMostCharacters) return undefined
  const fault = await check(shop, after)
  if (fault === undefined) return undefined
  const wasBroken = before !== undefined && (await check(shop, before)) !== undefined
  return wasBroken ? undefined : `${shown} does not parse: ${fault.replaceAll(/\s+/g, ' ').slice(0, 300)}`
}

type Check = (shop: Workshop, text: string) => Promise<string | undefined>

const checkOf = (path: string): Check | undefined => {
  const extension = extname(path).toLowerCase()
  // Their readers take comments, which JSON does not have.
  if (extension === '.json')
    return /^(tsconfig|jsconfig|devcontainer)|\.code-workspace|\.vscode/.test(basename(path)) ? undefined : checkJson
  if (/^\.[cm]?[jt]s$/.test(extension)) return checkScript
  return extension === '.py' ? checkPython : undefined
}

const checkJson: Check = async (_, text) => {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const checkScript: Check = async (_, text) => {
  // Tags in a plain script are another language, which only the project's own tools know.
  if (/<\/|\/>/.test(text)) return undefined
  try {
    stripTypeScriptTypes(text, { mode: 'transform' })
    return undefined
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // `with` and a return outside of a function are allowed in scripts of older kinds.
    if (code !== 'ERR_INVALID_TYPESCRIPT_SYNTAX' || /'with'|Return statement/.test(message)) return undefined
    return message
  }
}

const checkPython: Check = async ({ signal, scratch }, text) => {
  const end = await runCommand({
    argv: ['python3', '-I', '-c', 'import ast,sys; ast.parse(sys.stdin.buffer.read())'],
    directory: scratch,
    input: text,
    withinMs: 10_000,
    outputBytesMax: 8 * 1024,
    signal,
  }).catch(() => undefined)
  const lines = end?.exitCode === 1 ? end.output.trim().split('\n') : []
  if (!/^(\w*SyntaxError|IndentationError|TabError)/.test(lines.at(-1) ?? '')) return undefined
  const line = lines.map((one) => /line (\d+)/.exec(one)?.[1]).findLast((one) => one !== undefined)
  return `${lines.at(-1)}${line ? ` at line ${line}` : ''}`
}
