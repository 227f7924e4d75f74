import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { domains } from '../../domains/index.ts'

const names = domains.filter(({ operations }) => operations.length > 0).map(({ name }) => name)

test.each(names)('the matrix has a file for the domain %s', async (name) => {
  const text = await readFile(join(import.meta.dirname, `${name}.test.ts`), 'utf8')
  const imported = name.replace(/-[a-z]/g, (letter) => letter.slice(1).toUpperCase())
  expect(text).toMatch(new RegExp(`^import ${imported} from '../../domains/\\w+/${name}/domain.ts'$`, 'm'))
  expect(text).toMatch(new RegExp(`^await testMatrix\\(${imported}\\)$`, 'm'))
})
