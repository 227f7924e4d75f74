import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const expectation = /^( *)\/\/ @ts-expect-error (.+)$/

/** The compiler's messages about a source of this folder, by line. */
const saidByLine = (source: string): ReadonlyMap<number, string> => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-mistakes-'))
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'mistakes.ts'), source.replaceAll("from '../../", `from '${root}/`))
    const options = { extends: join(root, 'tsconfig.json'), files: ['mistakes.ts'], include: [] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
    const compiler = join(root, 'node_modules/typescript-native/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [compiler, '--pretty', 'false', '-p', folder], { encoding: 'utf8' })
    return messagesOf(stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const messagesOf = (output: string) => {
  const said = new Map<number, string>()
  let line = 0
  for (const text of output.split('\n')) {
    line = Number(/^[^(\s]*mistakes\.ts\((\d+),/.exec(text)?.[1] ?? line)
    if (text) said.set(line, `${said.get(line) ?? ''}${text}\n`)
  }
  return said
}

const lines = readFileSync(join(import.meta.dirname, 'mistakes.ts'), 'utf8').split('\n')
const mistakes = lines.flatMap((text, index) => {
  const sentence = expectation.exec(text)?.[2]
  return sentence ? [{ sentence, line: index + 2, mistake: lines[index + 1]!.trim() }] : []
})

describe('the compiler', () => {
  const said = saidByLine(lines.map((text) => text.replace(expectation, '$1// $2')).join('\n'))

  test.each(mistakes)('reports “$sentence”: $mistake', ({ sentence, line }) => {
    expect(said.get(line) ?? 'It compiles.').toContain(sentence)
  })

  test('reports no other line of the file', () => {
    expect([...said.keys()]).toEqual(mistakes.map(({ line }) => line))
  })
})
