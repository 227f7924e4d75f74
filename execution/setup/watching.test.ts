import { expect, test } from 'vitest'
import { watches, withoutWatching } from './watching.ts'

test.each([
  ['node --test --watch', true],
  ['jest --watchAll', true],
  ['npx vitest watch', true],
  ['CI=1 pnpm exec vitest watch', true],
  ['concurrently "tsc --watch" "node a.js"', true],
  ['npm test\nnode_modules/.bin/nodemon --exec "node --test"', true],
  ['cargo watch -x test', true],
  ['find . -name "*.c" | entr make', true],
  ['ng test --watch=false', false],
  ['jest --watch false', false],
  ['jest --no-watch -w 4', false],
  ['jest watch', false],
  ['node --test watch', false],
  ['node --test test/watch.test.js', false],
  ['npm install --save-dev nodemon', false],
  ['npm i nodemon && npm ci', false],
  ['vitest', false],
  ['', false],
])('whether “%s” watches: %s', (command, expected) => {
  expect(watches(command)).toBe(expected)
})

test('a script loses the options by which it watches, and nothing else', () => {
  expect(withoutWatching('jest --watch --ci && jest --watchAll=true a')).toBe('jest --ci && jest a')
  expect(withoutWatching('jest --watch=false --watch false')).toBe('jest --watch=false --watch false')
})
