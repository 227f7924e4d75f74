import { expect, test } from 'vitest'
import { fileTitle } from './file-title.ts'

test.each([
  ['page.md', 'Page'],
  ['docs/opening-hours.md', 'Opening hours'],
  ['shots/check_out-2.final.png', 'Check out 2.final'],
  ['LICENSE', 'LICENSE'],
  ['.env', '.env'],
  ['-.txt', '-.txt'],
  ['إضافة.txt', 'إضافة'],
])('%s is named %s', (filename, title) => expect(fileTitle(filename)).toBe(title))
