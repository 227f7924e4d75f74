import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { extensionLines, phpExtensions } from './toolchain.ts'

test('lines that load an extension by its name are kept, and no other setting', () => {
  const lines = ['; configuration', 'extension=mbstring.so', 'zend_extension = opcache', 'newrelic.license = "secret"']
  expect(extensionLines([...lines, 'extension=/srv/own.so', 'extension=a.so ; words', ''].join('\n'))).toEqual([
    'extension=mbstring.so',
    'zend_extension = opcache',
  ])
})

test('each version of PHP has one file with its extensions, in the order of the host', async () => {
  const etc = mkdtempSync(join(tmpdir(), 'atelier-php-'))
  onTestFinished(() => rmSync(etc, { recursive: true }))
  mkdirSync(join(etc, '8.2/cli/conf.d'), { recursive: true })
  mkdirSync(join(etc, '8.3/cli/conf.d'), { recursive: true })
  writeFileSync(join(etc, 'xml.ini'), 'extension=xml.so\n')
  symlinkSync('../../../xml.ini', join(etc, '8.2/cli/conf.d/15-xml.ini'))
  writeFileSync(join(etc, '8.2/cli/conf.d/20-dom.ini'), 'extension=dom.so\ndom.key=secret\n')
  expect(await phpExtensions(etc)).toEqual([
    { path: join(etc, '8.2/cli/conf.d/extensions.ini'), text: 'extension=xml.so\nextension=dom.so\n' },
  ])
  expect(await phpExtensions(join(etc, 'none'))).toEqual([])
})
