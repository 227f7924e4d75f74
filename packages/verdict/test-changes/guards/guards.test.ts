import { expect, test } from 'vitest'
import type { GuardKind } from './guard.ts'
import { guardsAt } from './places.ts'

const kindsAt = (path: string, after: string, before?: string) =>
  guardsAt(path, after, before).map(({ kind, start, end }) => `${kind} ${after.slice(start, end).split('\n')[0]!}`)

const at: readonly (readonly [GuardKind, string, string])[] = [
  ['access', 'a.js', 'if (!user.isAdmin) throw new Error("no")'],
  ['access', 'a.js', 'requireRole(user, "editor")'],
  ['access', 'a.js', 'function f() { if (!user) return reply.status(403).end() }'],
  ['access', 'a.py', '@login_required\ndef _show():\n    return 1'],
  ['access', 'a.py', 'def _f(user):\n    if not user.is_owner:\n        raise Refused()'],
  [
    'access',
    'a.go',
    'package a\nfunc f(u User) error {\n\tif !u.IsAdmin() {\n\t\treturn errRefused\n\t}\n\treturn nil\n}',
  ],
  ['access', 'a.rb', 'before_action :authenticate_user!'],
  ['signature', 'a.js', 'timingSafeEqual(one, other)'],
  ['signature', 'a.py', 'hmac.compare_digest(one, other)'],
  ['signature', 'a.js', 'const agent = { rejectUnauthorized: false }'],
  ['limit', 'a.js', 'if (list.length > 100) throw new RangeError("too many")'],
  ['limit', 'a.js', 'function f() { if (size > config.maxBytes) return null }'],
  ['limit', 'a.py', 'def _f(n):\n    if n > MAX_FILES:\n        raise ValueError()'],
  [
    'limit',
    'a.go',
    'package a\nfunc f(n int) error {\n\tif n > 10 {\n\t\treturn errors.New("many")\n\t}\n\treturn nil\n}',
  ],
  ['deletion', 'a.js', 'import { rmSync } from "node:fs"\nrmSync(path)'],
  ['deletion', 'a.js', 'query("DELETE FROM orders")'],
  ['deletion', 'a.js', 'prisma.order.deleteMany()'],
  ['deletion', 'a.py', 'import shutil\nshutil.rmtree(path)'],
  ['deletion', 'a.go', 'package a\nimport "os"\nfunc f() { os.RemoveAll("x") }'],
  ['address', 'a.js', 'const to = "https://collect.evil.io/x"'],
  ['address', 'a.py', 'import requests\nrequests.post(url)'],
  ['environment', 'a.js', 'const key = process.env.SECRET'],
  ['environment', 'a.py', 'import os\nkey = os.environ["SECRET"]'],
  ['environment', 'a.go', 'package a\nimport "os"\nvar k = os.Getenv("SECRET")'],
  ['process', 'a.js', 'process.on("uncaughtException", () => {})'],
  ['process', 'a.js', 'await import(name)'],
  ['process', 'a.js', 'require(process.argv[2])'],
  ['process', 'a.py', 'import importlib\nimportlib.import_module(name)'],
  ['process', 'a.py', 'import atexit\natexit.register(f)'],
  ['process', 'a.go', 'package a\nimport "os"\nfunc f() { os.Exit(0) }'],
  ['file', 'a.js', 'import fs from "node:fs/promises"\nawait fs.appendFile(path, text)'],
  ['file', 'a.js', 'import { promises } from "fs"\nawait promises.writeFile(path, text)'],
  ['file', 'a.py', 'f = open(path, "w")'],
  ['file', 'a.go', 'package a\nimport "os"\nfunc f() { os.WriteFile("x", nil, 0) }'],
  ['file', 'a.rs', 'fn f() { std::fs::write("x", "y").unwrap(); }'],
  ['entrance', 'a.js', 'app.get("/debug/audit", (request, reply) => reply.send(audit))'],
  ['entrance', 'a.js', 'if (path === "/debug") show()'],
  ['entrance', 'a.js', 'export const total = (a) => a'],
  ['entrance', 'a.js', 'module.exports.total = total'],
  ['entrance', 'a.js', 'program.command("drop")'],
  ['entrance', 'a.py', '@app.route("/debug")\ndef _debug():\n    pass'],
  ['entrance', 'a.py', 'def total(a):\n    return a'],
  ['entrance', 'a.go', 'package a\nfunc Total(a int) int { return a }'],
  ['entrance', 'a.go', 'package a\nfunc f() { mux.HandleFunc("/debug", debug) }'],
  ['entrance', 'a.rs', 'pub fn total(a: i64) -> i64 { a }'],
  ['defined_twice', 'a.js', 'function f() { return 1 }\nfunction f() { return 2 }'],
  ['defined_twice', 'a.js', 'class A { m() { return 1 } m() { return 2 } }'],
  ['defined_twice', 'a.js', 'const a = { m: 1, m: 2 }'],
  ['defined_twice', 'a.js', 'function f() { return 1 }\nf = () => 2'],
  ['defined_twice', 'a.py', 'def _f():\n    return 1\ndef _f():\n    return 2'],
  ['foreign_name', 'a.js', 'import * as access from "./access.js"\naccess.requireRole = () => true'],
  ['foreign_name', 'a.js', 'const access = require("./access")\naccess.requireRole = () => true'],
  ['foreign_name', 'a.js', 'Array.prototype.includes = () => true'],
  ['foreign_name', 'a.js', 'import { audit } from "./audit.js"\nObject.assign(audit, { write() {} })'],
  ['foreign_name', 'a.py', 'import access\naccess.require_role = lambda user: True'],
  ['foreign_name', 'a.go', 'package a\nimport "net/http"\nfunc f() { http.DefaultTransport = mine }'],
]

test.each(at)('a place of the kind %s is named: %s %s', (kind, path, text) => {
  expect(guardsAt(path, text).map((one) => one.kind)).toContain(kind)
})

const plain: readonly (readonly [string, string])[] = [
  [
    'a.js',
    'const total = (a, b) => a + b\nif (a > b) total(a, b)\nfor (const one of list) if (one.name === "x") break',
  ],
  ['a.js', 'const known = new Map()\nknown.delete(key)\nconst names = list.filter((name) => name !== "")'],
  ['a.js', 'const a = { get: 1, set: 2 }\nlist.get("name")\nif (kind === "order") a.get = 3'],
  ['a.js', 'import { sum } from "./sum.js"\nconst own = {}\nown.x = sum(1)\nfunction f(sum) { sum.x = 1 }'],
  ['a.js', 'class A { get m() { return 1 } set m(a) { this.a = a } }\nfetchLocal()\nimport("./known.js")'],
  ['a.ts', 'interface A { a: number }\nfunction f(a: number): number\nfunction f(a: any) { return a }'],
  [
    'a.py',
    'def _f(items):\n    for one in items:\n        if one > 3:\n            _f(one)\n    return open(items).read()',
  ],
  [
    'a.py',
    'class _A:\n    @property\n    def m(self):\n        return 1\n    @m.setter\n    def m(self, a):\n        self.a = a',
  ],
  ['a.go', 'package a\nfunc f(a int) int {\n\tif a > 3 {\n\t\ta++\n\t}\n\treturn a\n}'],
]

test.each(plain)('nothing is a guard in %s: %s', (path, text) => {
  expect(kindsAt(path, text)).toEqual([])
})

const order = 'function price(order) {\n  const sum = total(order)\n  check(order)\n  return sum\n}\n'
const withLine = (text: string, after: string, line: string) => text.replace(`${after}\n`, `${after}\n${line}\n`)

test.each([
  ['a branch that returns', '  if (order.vip) return 0'],
  ['a branch that throws', '  if (order.old) { throw new Error("old") }'],
  ['a statement', '  return 0'],
  ['an end of the process', '  process.exit(0)'],
])('%s before a statement that was there is a new way out', (_what, line) => {
  const after = withLine(order, '  const sum = total(order)', line)
  expect(kindsAt('a.js', after, order)).toContain(`way_out ${line.trim()}`)
})

test('a way out behind the last statement, in a new function or unchanged does not count', () => {
  const added = `${order}function other(a) {\n  if (a) return 1\n  return 2\n}\n`
  const guarded = withLine(order, '  const sum = total(order)', '  if (order.vip) return 0')
  const found = (after: string, before: string) => guardsAt('a.js', after, before).map(({ kind }) => kind)
  expect(found(added, order)).not.toContain('way_out')
  expect(found(guarded, guarded)).not.toContain('way_out')
  expect(found(guarded.replace('vip) return 0', 'vip) return 1'), guarded)).toContain('way_out')
})

test.each([
  ['a.py', 'def _f(a):\n    one(a)\n    two(a)\n', '    one(a)', '    if a: return None'],
  ['a.go', 'package a\nfunc f(a int) {\n\tone(a)\n\ttwo(a)\n}\n', '\tone(a)', '\tif a > 0 {\n\t\treturn\n\t}'],
])('a new way out in %s is named', (path, before, after, line) => {
  const found = guardsAt(path, withLine(before, after, line), before)
  expect(found.map(({ kind }) => kind)).toContain('way_out')
})

test('places have lines, and a branch lasts until its body ends', () => {
  const text = 'const a = 1\nif (!user.isAdmin) {\n  throw new Error("no")\n}\n'
  expect(guardsAt('a.js', text)).toEqual([{ kind: 'access', line: 2, endLine: 4, start: 12, end: text.length - 1 }])
})

test('a text that is no program, or a long one, is read without a fault', () => {
  expect(guardsAt('a.js', 'const = ')).toEqual([])
  expect(guardsAt('a.css', 'a { b: c }')).toEqual([])
  expect(guardsAt('a.js', '[1,'.repeat(100_000))).toEqual([])
})
