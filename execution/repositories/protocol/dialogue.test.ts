import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { chooseDriver } from '../../sandbox/index.ts'
import { openConfinedGit } from '../confined-git.ts'
import { openDialogue } from './dialogue.ts'

const folder = mkdtempSync(join(tmpdir(), 'atelier-dialogue-'))
afterAll(() => rmSync(folder, { recursive: true }))
const confined = openConfinedGit(await chooseDriver('process'))
const open = (script: string) =>
  openDialogue(confined, script, [], {
    writable: folder,
    readonly: [],
    environment: {},
    timeoutMs: 60_000,
    diskBytes: 2 ** 20,
  })
const answers = (script: string) => open(`while read -r step; do case $step in ${script} esac; done`)
const texts = (parts: readonly Buffer[]) => parts.map(String)

test('each step is answered by its parts, with any content and in any pieces', async () => {
  const dialogue = answers(`
    few) printf 'one\\0two\\nlines\\0\\0' ;;
    none) printf '\\0' ;;
    slow) printf 'a'; printf 'b\\0'; printf 'c\\0'; printf '\\0' ;;
    many) i=0; while [ $i -lt 5000 ]; do printf 'path/number/%d\\0' $i; i=$((i + 1)); done; printf '\\0' ;;`)
  expect(texts(await dialogue.ask('few'))).toEqual(['one', 'two\nlines'])
  expect(texts(await dialogue.ask('none'))).toEqual([])
  expect(texts(await dialogue.ask('slow'))).toEqual(['ab', 'c'])
  const many = texts(await dialogue.ask('many'))
  expect([many.length, many.at(-1)]).toEqual([5_000, 'path/number/4999'])
  await dialogue.end()
})

test('a script that prints more than asked, or ends before it answers, is not waited for', async () => {
  const talkative = answers("more) printf 'one\\0\\0two\\0\\0' ;;")
  expect(texts(await talkative.ask('more'))).toEqual(['one'])
  await talkative.end()
  const failing = answers('more) echo "no such thing" >&2; exit 3 ;;')
  await expect(failing.ask('more')).rejects.toThrow('answered 3: no such thing')
  await expect(failing.end()).rejects.toThrow('answered 3')
  await expect(open('exit 0').ask('more')).rejects.toThrow('ended before it finished')
})
