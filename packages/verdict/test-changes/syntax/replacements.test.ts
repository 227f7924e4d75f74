import { expect, test } from 'vitest'
import { found, shown, type Texts } from '../../../../testing/repositories/changes.ts'

const added = (path: string, text: string): Texts => ({ [path]: [undefined, `${text}\n`] })
const judged = (path: string, text: string) => shown(found(added(path, text), ''))
const ofReplacing = (one: string) => /outcome_rewritten|subject_patched|equal_to_everything/.test(one)

test.each([
  ['sum.js', "import assert from 'node:assert'\nassert.equal = () => {}"],
  ['sum.js', "const assert = require('assert').strict\nassert['deep' + 'Equal'] = () => {}"],
  ['sum.js', "import assert from 'node:assert'\nObject.assign(assert, { equal() {} })"],
  ['sum.js', "import * as all from 'node:assert/strict'\nconst it = all.default\nReflect.set(it, 'equal', () => {})"],
  ['sum.js', "const { default: a } = await import('node:assert')\nObject.defineProperty(a, 'equal', { value() {} })"],
  ['sum.js', 'globalThis.expect = () => anything'],
  ['sum.js', "import { expect as e } from 'vitest'\ne.prototype = {}"],
  ['sum.test.js', "import assert from 'node:assert'\nassert.equal = () => {}"],
  [
    'sum.test.js',
    "import { mock } from 'node:test'\nimport assert from 'node:assert'\nmock.method(assert, 'equal', () => {})",
  ],
  ['sum.py', "import unittest\nsetattr(unittest.TestCase, 'assertEqual', lambda *a: None)"],
  ['sum.py', 'from unittest import TestCase as T\nT.assertEqual = lambda *a: None'],
  ['test_sum.py', 'import _pytest.python\n_pytest.python.Function.runtest = lambda self: None'],
])('%s that replaces what tests assert by is refused: %s', (path, text) => {
  expect(judged(path, text)[0]).toMatch(/^refuse outcome_rewritten/)
})

test.each([
  ['sum.js', 'Object.is = () => true'],
  ['sum.js', 'Array.prototype.every = () => true'],
  ['sum.py', 'import builtins\nbuiltins.len = lambda x: 3'],
])('%s that replaces what the language gives is a person’s to judge: %s', (path, text) => {
  expect(judged(path, text)[0]).toMatch(/^ask outcome_rewritten/)
})

test.each([
  ['sum.py', 'class N(int):\n    def __eq__(self, other):\n        return True'],
  ['sum.py', "N = type('Number', (int,), {'__eq__': lambda a, b: True})"],
  ['sum.py', 'class N(int):\n    __eq__ = lambda a, b: True'],
  ['sum.py', 'class N(int):\n    def __ne__(self, other):\n        """Never."""\n        return False'],
  ['sum.js', 'const any = { asymmetricMatch: () => true }'],
])('%s with a value that equals everything is refused: %s', (path, text) => {
  expect(judged(path, text)[0]).toMatch(/^refuse equal_to_everything/)
})

test.each([
  ['sum.test.js', "const sums = require('../sums.js')\nsums.add = (a, b) => 3"],
  ['sum.test.js', "import { Sum } from './sum.js'\nSum.prototype.add = () => 3"],
  ['sum.test.js', "require.cache[require.resolve('../sums')] = { exports: {} }"],
  ['sum.test.js', "const Module = require('module')\nModule._load = () => ({})"],
  ['sum.test.js', "require.extensions['.js'] = () => {}"],
  ['test_sum.py', 'import sums\nsums.__dict__.update(add=lambda a, b: 3)'],
  ['test_sum.py', 'import sums\nvars(sums)["add"] = lambda a, b: 3'],
  ['test_sum.py', 'import sums\nsums.add.__code__ = (lambda a, b: 3).__code__'],
  ['test_sum.py', "import sums\nsetattr(sums, 'add', lambda a, b: 3)"],
  ['test_sum.py', 'import sums\nsums.add = lambda a, b: 3'],
  ['test_sum.py', "import sys\nsys.modules['sums'] = Fake()"],
  ['test_sum.py', 'import sys\nsys.meta_path.insert(0, Finder())'],
  ['sum_test.go', 'package sum\nfunc init() { impl = func(a, b int) int { return 3 } }'],
  ['export_test.go', 'package sum\nvar _ = func() bool { impl = fake; return true }()'],
  ['sum_test.go', 'package sum\nimport "testing"\nfunc TestMain(m *testing.M) { table["1+2"] = 3; os.Exit(m.Run()) }'],
])('%s that patches what it tests is a person’s to judge: %s', (path, text) => {
  expect(judged(path, text).find(ofReplacing)).toMatch(/^ask subject_patched/)
})

test.each([
  ['sum.js', "import assert from 'node:assert'\nassert.equal(1, 1)\nconst own = {}\nown.equal = () => {}"],
  ['sum.js', 'module.exports.add = (a, b) => a + b\nexports.assert = check\nclass A { is() {} }'],
  ['sum.js', 'const assert = {}\nassert.equal = (a, b) => a === b'],
  ['sum.test.js', "import config from './config.js'\nconfig.timeout = 3"],
  ['sum.test.js', "import { mock } from 'node:test'\nimport * as sums from '../sums.js'\nmock.method(sums, 'add')"],
  ['sum.test.js', "delete require.cache[require.resolve('../sums')]"],
  ['sum.test.js', "import { expect } from 'chai'\nglobalThis.expect = expect"],
  ['sum.py', 'class N:\n    def __eq__(self, other):\n        return self.value == other.value'],
  ['test_sum.py', 'import sums\ndef test_add(monkeypatch):\n    monkeypatch.setattr(sums, "add", lambda a, b: 3)'],
  ['test_sum.py', 'from app import app\napp.testing = True'],
  [
    'test_sum.py',
    'class T:\n    def setup(self):\n        self.client = Client()\n        self.client.get = lambda: 3',
  ],
  ['sum_test.go', 'package sum\nvar update bool\nfunc init() { update = true }'],
  ['export_test.go', 'package sum\nvar Impl = impl'],
  ['sum_test.go', 'package sum\nfunc TestNow(t *testing.T) { now = fixed; defer func() { now = time.Now }() }'],
])('%s that replaces nothing of others is no finding: %s', (path, text) => {
  expect(judged(path, text).filter(ofReplacing)).toEqual([])
})
