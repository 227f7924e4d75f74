import { expect, test } from 'vitest'
import { addedReachesOfTest } from './reaching-tests.ts'

const fs = "import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'\n"
const folder = `${fs}const folder = mkdtempSync(join(tmpdir(), 'x-'))\n`

const reaching: readonly (readonly [string, string])[] = [
  ['a.test.js', `${fs}appendFileSync('/tmp/.bashrc-next', 'export PATH=/tmp/bin')`],
  ['a.test.js', `${fs}rmSync('src', { recursive: true })`],
  ['a.test.js', `${folder}writeFileSync('src/a.js', '')`],
  ['a.test.js', `${folder}const file = 'src/a.js'\nwriteFileSync(file, '')`],
  ['a.test.js', `${folder}writeFileSync(join(folder, '../../home/a'), '')`],
  ['a.test.js', `${folder}cpSync(folder, 'src')`],
  ['a.test.js', `${folder}writeFileSync(join(homedir(), '.profile'), folder)`],
  ['a.test.js', `${fs}let folder = mkdtempSync('x')\nfolder = 'src'\nrmSync(folder)`],
  ['a.test.js', "process.on('exit', () => {})"],
  ['a.test.js', "process.env.CI = 'false'"],
  ['a.test.js', "import { execSync } from 'node:child_process'\nexecSync('git config core.hooksPath x')"],
  ['a.test.js', "const to = 'https://collect.evil.io/x'"],
  ['test_a.py', "import shutil\nshutil.rmtree('src')"],
  ['test_a.py', "def test_a(tmp_path):\n    open('setup.py', 'w')"],
  ['test_a.py', "import sys\nsys.modules['tags'] = None"],
  ['a_test.go', 'package a\nimport "os"\nfunc TestA(t *testing.T) { os.WriteFile("go.mod", nil, 0) }'],
  ['tests/a_test.sh', 'folder=$(mktemp -d)\nrm -rf src'],
  ['tests/a_test.sh', 'echo x > src/a'],
  ['tests/a_test.rs', 'fn f() { std::fs::write("src/lib.rs", "y").unwrap(); }'],
]

test.each(reaching)('a new test reaches beyond itself: %s %s', (path, text) => {
  expect(addedReachesOfTest(path, '', text)).not.toEqual([])
})

const within: readonly (readonly [string, string])[] = [
  ['a.test.js', `${folder}writeFileSync(join(folder, 'a'), '')\nrmSync(folder, { recursive: true })`],
  ['a.test.js', `${folder}const file = join(folder, 'a')\nconst other = \`\${file}.b\`\ncpSync(file, other)`],
  ['a.test.js', "const server = createServer(app)\nawait fetch('http://localhost:3000/orders')"],
  ['a.test.js', 'if (list.length > 100) throw new Error("many")\nexport const total = 1'],
  [
    'test_a.py',
    "def test_a(tmp_path):\n    path = tmp_path / 'a'\n    path.write_text('x')\n    (tmp_path / 'b').unlink()",
  ],
  ['test_a.py', 'import tempfile\nwith tempfile.TemporaryDirectory() as folder:\n    open(folder + "/a", "w")'],
  ['test_a.py', 'Tickets().open(ADA, 1, "a", "urgent")'],
  ['a_test.go', 'package a\nimport "os"\nfunc TestA(t *testing.T) {\n\tdir := t.TempDir()\n\tos.Mkdir(dir, 0o700)\n}'],
  ['tests/a_test.sh', 'folder=$(mktemp -d)\ntouch "$folder/a" 2>/dev/null\necho x >"$folder/b"\nrm -rf "$folder"'],
]

test.each(within)('a new test stays in temporary folders and on this machine: %s %s', (path, text) => {
  expect(addedReachesOfTest(path, '', text)).toEqual([])
})
