import { expect, test } from 'vitest'
import { changeOf, type ChangedText } from '../../change.ts'
import { addedHoles } from './index.ts'

/** A place of a template is `@{…}` in the texts below. */
const inProgram = (text: string) => text.replaceAll('@{', '$' + '{')

const added = (path: string, after: string, before?: string): ChangedText => ({
  path,
  kind: 'modified',
  modeAfter: '100644',
  before: before === undefined ? undefined : inProgram(before),
  after: inProgram(after),
})
const kinds = (path: string, after: string) =>
  addedHoles(changeOf([added(path, after)], 'Add it.')).map(({ level, kind }) => `${level} ${kind}`)

const go = (body: string, imports = '"net/http"') =>
  `package a\n\nimport ${imports}\n\nfunc f(w http.ResponseWriter, r *http.Request) {\n${body}\n}\n`

const holes: readonly (readonly [string, string, string])[] = [
  ['token_predictable', 'a.js', 'export const newToken = () => Math.random().toString(36).slice(2)'],
  ['token_predictable', 'a.js', 'const session = { sessionId: `s@{Date.now()}` }'],
  [
    'token_predictable',
    'a.js',
    'let next = 0\nexport const issue = () => { const resetCode = next++\n  return resetCode }',
  ],
  ['token_predictable', 'a.py', 'import random\ndef make_token():\n    return str(random.randint(0, 10**9))'],
  [
    'token_predictable',
    'a.go',
    'package a\n\nimport "math/rand"\n\nfunc newToken() int {\n\treturn rand.Intn(1000000)\n}',
  ],
  ['query_from_text', 'a.js', 'db.query(`select * from orders where id = @{id}`)'],
  ['query_from_text', 'a.js', 'db.query("select * from orders where name = \'" + name + "\'")'],
  ['query_from_text', 'a.py', 'db.execute(f"SELECT * FROM orders WHERE id = {order_id}")'],
  ['query_from_text', 'a.py', 'db.execute("DELETE FROM orders WHERE id = %s" % order_id)'],
  ['query_from_text', 'a.go', go('\tdb.Query(fmt.Sprintf("SELECT * FROM orders WHERE id = %s", id))')],
  ['path_from_text', 'a.js', 'app.get("/f/:name", (req, res) => res.sendFile(join(root, req.params.name)))'],
  [
    'path_from_text',
    'a.js',
    'export const download = (name) => readFile(path.join(folder, name))\n// for the response',
  ],
  ['path_from_text', 'a.py', 'def download(request, name):\n    return open(os.path.join(ROOT, name)).read()'],
  ['path_from_text', 'a.go', go('\thttp.ServeFile(w, r, filepath.Join(root, r.URL.Query().Get("name")))')],
  ['token_unverified', 'a.js', 'const claims = jwt.decode(token)'],
  ['token_unverified', 'a.js', 'jwt.verify(token, key, { algorithms: ["none", "HS256"] })'],
  ['token_unverified', 'a.js', 'const claimsOf = (token) => JSON.parse(Buffer.from(token.split(".")[1], "base64url"))'],
  ['token_unverified', 'a.py', 'claims = jwt.decode(token, options={"verify_signature": False})'],
  ['token_unverified', 'a.go', go('\ttoken, _, err := parser.ParseUnverified(text, claims)')],
  ['redirect_open', 'a.js', 'app.get("/go", (req, res) => res.redirect(req.query.next))'],
  ['redirect_open', 'a.js', 'const next = req.query.next\nres.writeHead(302, { location: next })'],
  ['redirect_open', 'a.py', 'def go(request):\n    return redirect(request.args.get("next"))'],
  ['redirect_open', 'a.go', go('\thttp.Redirect(w, r, r.URL.Query().Get("next"), 302)')],
  ['origin_open', 'a.js', 'res.setHeader("Access-Control-Allow-Origin", "*")'],
  ['origin_open', 'a.js', 'res.setHeader("access-control-allow-origin", req.headers.origin)'],
  ['origin_open', 'a.js', 'app.use(cors({ origin: true, credentials: true }))'],
  ['origin_open', 'a.py', 'app.add_middleware(CORSMiddleware, allow_origins=["*"])'],
  ['origin_open', 'a.go', go('\tw.Header().Set("Access-Control-Allow-Origin", "*")')],
  ['password_hash_weak', 'a.js', 'const hashPassword = (text) => createHash("sha256").update(text).digest("hex")'],
  ['password_hash_weak', 'a.js', 'const hash = await bcrypt.hash(password, 4)'],
  ['password_hash_weak', 'a.py', 'stored = hashlib.md5(password.encode()).hexdigest()'],
  [
    'password_hash_weak',
    'a.go',
    'package a\n\nfunc hashPassword(password string) [32]byte {\n\treturn sha256.Sum256([]byte(password))\n}',
  ],
  ['secret_compared', 'a.js', 'if (signature !== expectedSignature) throw new Error("no")'],
  ['secret_compared', 'a.js', 'const is = request.headers["x-api-key"] === settings.apiKey'],
  ['secret_compared', 'a.py', 'def check(signature, expected):\n    return signature == expected'],
  [
    'secret_compared',
    'a.go',
    'package a\n\nfunc check(signature, expected string) bool {\n\treturn signature == expected\n}',
  ],
  ['expression_backtracks', 'a.js', 'const is = /^(a+)+$/.test(text)'],
  ['expression_backtracks', 'a.js', 'const words = /^(\\w+\\s?)*$/'],
  ['expression_backtracks', 'a.py', 'import re\nwords = re.compile(r"^([a-z]+)*$")'],
  ['fields_unchecked', 'a.js', 'app.post("/users", (req, res) => users.create(req.body))'],
  ['fields_unchecked', 'a.js', 'const updateUser = (user, changes) => Object.assign(user, changes)'],
  ['fields_unchecked', 'a.js', 'const next = { ...user, ...req.body }'],
  ['fields_unchecked', 'a.py', 'user = User(**request.json)'],
  [
    'prototype_reachable',
    'a.js',
    'const merge = (to, from) => { for (const key in from) { if (isMap(from[key])) merge(to[key], from[key])\n  else to[key] = from[key] } }',
  ],
  [
    'prototype_reachable',
    'a.js',
    'function setPath(target, path, value) { const keys = path.split(".")\n  const key = keys.pop()\n  target[key] = value }',
  ],
  ['page_from_text', 'a.js', 'box.innerHTML = name'],
  ['page_from_text', 'a.js', 'res.send(`<h1>Hello @{req.query.name}</h1>`)'],
  ['page_from_text', 'a.tsx', 'export const Box = ({ html }) => <div dangerouslySetInnerHTML={{ __html: html }} />'],
  ['page_from_text', 'a.py', 'text = mark_safe(name)'],
  ['address_from_request', 'a.js', 'app.get("/proxy", async (req, res) => res.send(await fetch(req.query.url)))'],
  ['address_from_request', 'a.py', 'def proxy(request):\n    return requests.get(request.args["url"]).text'],
  ['address_from_request', 'a.go', go('\thttp.Get(r.URL.Query().Get("url"))')],
]

test.each(holes)('%s is put to a person: %s %s', (kind, path, text) => {
  expect(kinds(path, text)).toContain(`ask ${kind}`)
})

const honest: readonly (readonly [string, string])[] = [
  ['a.js', 'const colour = palette[Math.floor(Math.random() * palette.length)]\nsession.createdAt = Date.now()'],
  [
    'a.js',
    'export const newToken = () => randomBytes(32).toString("base64url")\nconst tokenBucket = { refill: Date.now() }',
  ],
  ['a.js', 'const tokens = []\nlet count = 0\nwhile (at < text.length) tokens.push(next(count++))'],
  ['a.js', 'db.query("select * from orders where id = $1", [id])\nsql`select * from orders where id = @{id}`'],
  ['a.js', 'db.query(`select @{columns} from orders where id = any(@{ids.map(() => "?").join()})`)'],
  [
    'a.js',
    'const LIMIT = 10\ndb.query(`select * from orders limit @{LIMIT}`)\nlog(`select one of @{count} orders from the list`)',
  ],
  ['a.js', 'const configuration = () => readFile(join(root, "settings.json"))\nconst path = join(folder, name)'],
  [
    'a.js',
    'const file = (req) => { const path = resolve(root, req.params.name)\n  if (!path.startsWith(root)) throw new Error("no")\n  return readFile(path) }',
  ],
  ['a.js', 'jwt.verify(token, key, { algorithms: ["HS256"] })\nconst body = JSON.parse(Buffer.from(text, "base64"))'],
  ['a.js', 'res.redirect("/orders")\nres.redirect(`/orders/@{order.id}`)'],
  [
    'a.js',
    'const go = (req, res) => { const next = req.query.next\n  res.redirect(next.startsWith("/") && !next.startsWith("//") ? next : "/") }',
  ],
  [
    'a.js',
    'res.setHeader("access-control-allow-origin", "https://shop.example.com")\napp.use(cors({ origin: settings.origins }))',
  ],
  ['a.js', 'const etag = createHash("sha1").update(file).digest("hex")\nconst hash = await bcrypt.hash(password, 12)'],
  ['a.js', 'if (token.type === "number" && token.text === other.text) next()\nif (digest === known.digest) skip()'],
  [
    'a.js',
    'if (secret === undefined || timingSafeEqual(one, other)) go()\nif (password === "") throw new Error("empty")',
  ],
  [
    'a.js',
    'const email = /^[^@\\s]+@[^@\\s]+$/\nconst list = /^\\d+(?:,\\d+)*$/\nconst words = /(?:foo|bar)+/\nconst parts = /^(?:[a-z]+-)+$/',
  ],
  [
    'a.js',
    'const next = { ...state, ...patch }\nObject.assign(options, defaults)\nusers.create({ name: req.body.name })',
  ],
  ['a.js', 'counts[word] = (counts[word] ?? 0) + 1\nfor (const key of known) totals[key] = 0'],
  [
    'a.js',
    'const merge = (to, from) => { for (const key of Object.keys(from)) { if (key === "__proto__") continue\n  to[key] = isMap(to[key]) ? merge(to[key], from[key]) : from[key] } }',
  ],
  [
    'a.js',
    'box.innerHTML = ""\nbox.textContent = name\nres.send(`<h1>Hello @{escapeHtml(req.query.name)}</h1>`)\nres.send(`<h1>@{title}</h1>`)',
  ],
  ['a.js', 'await fetch(`@{base}/orders`)\nawait fetch(settings.url)'],
  ['a.py', 'import secrets\ndef make_token():\n    return secrets.token_urlsafe(32)\ncolour = random.choice(colours)'],
  [
    'a.py',
    'db.execute("SELECT * FROM orders WHERE id = %s", (order_id,))\nprint(f"select {count} items from the list")',
  ],
  ['a.py', 'claims = jwt.decode(token, key, algorithms=["HS256"])\nif name == other.name:\n    pass'],
  ['a.go', go('\tdb.Query("SELECT * FROM orders WHERE id = $1", id)\n\thttp.Redirect(w, r, "/orders", 302)')],
  [
    'a.go',
    'package a\n\nimport "crypto/rand"\n\nfunc newToken() []byte {\n\ttoken := make([]byte, 32)\n\trand.Read(token)\n\treturn token\n}',
  ],
]

test.each(honest)('nothing is a hole in %s: %s', (path, text) => {
  expect(kinds(path, text)).toEqual([])
})

test('a hole that was there before is not reported again, nor a hole in a test', () => {
  const text = 'db.query(`select * from orders where id = @{id}`)\n'
  expect(addedHoles(changeOf([added('a.js', `${text}const a = 1\n`, text)], ''))).toEqual([])
  expect(addedHoles(changeOf([added('a.test.js', text)], ''))).toEqual([])
})
