import type { Format } from '../formats.ts'

/** A file as found in a checkout, and its content by the rules of the format's own reader. */
export interface SecretFileSample {
  readonly path: string
  readonly format: Format
  readonly text: string
  readonly values: Readonly<Record<string, string>>
  /** The parts without entries: the rule and the line. */
  readonly unread?: readonly (readonly [rule: string, line: number])[]
}

const crlf = (text: string) => text.replaceAll('\n', '\r\n')

export const secretFileSamples: readonly SecretFileSample[] = [
  {
    path: '.env',
    format: 'dotenv',
    text: `# shop\nexport API_KEY="abc def" # rotated\nDB_URL=postgres://u:p@h/db\nEMPTY= # none\nPEM="-----BEGIN-----\nAB==\n-----END-----"\nHOST: local\n\n`,
    values: {
      API_KEY: 'abc def',
      DB_URL: 'postgres://u:p@h/db',
      EMPTY: '',
      PEM: '-----BEGIN-----\nAB==\n-----END-----',
      HOST: 'local',
    },
  },
  {
    path: 'shop/.env.production',
    format: 'dotenv',
    text: crlf(`APP_NAME=Laravel\nAPP_KEY=base64:2fl+Ktvkfl+Fuz4Qp/A75G2RTiWVA/ZoKZvp6fiiM10=\nMAIL_FROM='a b'\n`),
    values: { APP_NAME: 'Laravel', APP_KEY: 'base64:2fl+Ktvkfl+Fuz4Qp/A75G2RTiWVA/ZoKZvp6fiiM10=', MAIL_FROM: 'a b' },
  },
  {
    path: '.envrc',
    format: 'direnv',
    text: `use nix\nexport TOKEN='it is' OTHER=plain\nPATH_add bin\nexport HOME_OF="$HOME/x"\nexport ESC="a\\"b"\n`,
    values: { TOKEN: 'it is', OTHER: 'plain', ESC: 'a"b' },
    unread: [
      ['command', 1],
      ['command', 3],
      ['expression', 4],
    ],
  },
  {
    path: 'infra/prod.tfvars',
    format: 'tfvars',
    text: `# keys\nregion = "eu"\ndb = {\n  password = "p\\"w" # old\n  port     = 5432\n}\ncidrs = ["10.0.0.0/8", "a$\${b}"]\ncert = <<EOT\nline 1\nline 2\nEOT\n`,
    values: {
      region: 'eu',
      'db.password': 'p"w',
      'db.port': '5432',
      'cidrs.0': '10.0.0.0/8',
      'cidrs.1': 'a$' + '{b}',
      cert: 'line 1\nline 2\n',
    },
  },
  {
    path: 'infra/prod.tfvars.json',
    format: 'json',
    text: `{\n  "region": "eu",\n  "db": { "password": "p\\u0022w", "port": 5432 }\n}\n`,
    values: { region: 'eu', 'db.password': 'p"w', 'db.port': '5432' },
  },
  {
    path: 'src/application.properties',
    format: 'properties',
    text: `# spring\nspring.datasource.password = se\\u0063ret\nlong=one \\\n    two\ncolon:x\nbare\n! end\n`,
    values: { 'spring.datasource.password': 'secret', long: 'one two', colon: 'x', bare: '' },
  },
  {
    path: 'src/main/resources/application.yml',
    format: 'yaml',
    text: `spring:\n  profiles: default # first\n  datasource:\n    password: "a\\tb"\n    port: 5432\n---\nspring:\n  datasource: { password: 'it''s' }\n`,
    values: {
      '0.spring.profiles': 'default',
      '0.spring.datasource.password': 'a\tb',
      '0.spring.datasource.port': '5432',
      '1.spring.datasource.password': "it's",
    },
  },
  {
    path: 'config/credentials.yml',
    format: 'yaml',
    text: `secret_key_base: 0a1b\naws: &aws\n  access_key_id: AKIA # id\n  key: |\n    one\n    two\nproduction:\n  <<: *aws\n  token: <%= ENV["X"] %>\n  none:\n  hosts:\n    - a\n    - b\n`,
    values: {
      secret_key_base: '0a1b',
      'aws.access_key_id': 'AKIA',
      'aws.key': 'one\ntwo\n',
      'production.token': '<%= ENV["X"] %>',
      'production.none': '',
      'production.hosts.0': 'a',
      'production.hosts.1': 'b',
    },
    unread: [['merge', 8]],
  },
  {
    path: 'web/appsettings.Production.json',
    format: 'json',
    text: `{\n    // main\n    "ConnectionStrings": {\n        "Default": "Server=db;Password=p"\n    },\n    "Features": { "a.b": true, "None": null },\n    "Hosts": ["x", "y"]\n}\n`,
    values: {
      'ConnectionStrings.Default': 'Server=db;Password=p',
      'Features."a.b"': 'true',
      'Features.None': '',
      'Hosts.0': 'x',
      'Hosts.1': 'y',
    },
  },
  {
    path: 'site/settings.py',
    format: 'python',
    text: `import os\nSECRET_KEY = 'dj\\x61ngo'\nDEBUG = False\nDATABASES = {\n    'default': {\n        'NAME': "shop",  # name\n        'PASSWORD': r'p\\w',\n        'PORT': 5432,\n    },\n}\nFROM_ENV = os.environ['X']\nHOSTS = ['a', 'b']\n`,
    values: {
      SECRET_KEY: 'django',
      DEBUG: 'False',
      'DATABASES.default.NAME': 'shop',
      'DATABASES.default.PASSWORD': 'p\\w',
      'DATABASES.default.PORT': '5432',
      'HOSTS.0': 'a',
      'HOSTS.1': 'b',
    },
    unread: [
      ['code', 1],
      ['expression', 11],
    ],
  },
  {
    path: '.npmrc',
    format: 'npmrc',
    text: `registry=https://r.example/\n; mine\n//r.example/:_authToken=npm_abc # old\n//r.example/:_password="p w"\nalways-auth=true\nca[]=x\n`,
    values: {
      registry: 'https://r.example/',
      '//r.example/:_authToken': 'npm_abc',
      '//r.example/:_password': 'p w',
      'always-auth': 'true',
    },
    unread: [['list', 6]],
  },
  {
    path: '.yarnrc.yml',
    format: 'yaml',
    text: `npmRegistries:\n  "//r.example":\n    npmAuthToken: abc-1\n`,
    values: { 'npmRegistries."//r.example".npmAuthToken': 'abc-1' },
  },
  {
    path: '.config/pip/pip.conf',
    format: 'ini',
    text: `[global]\nindex-url = https://u:p@pypi.example/simple\nextra-index-url =\n    https://a.example\n    https://b.example\n`,
    values: {
      'global.index-url': 'https://u:p@pypi.example/simple',
      'global.extra-index-url': '\nhttps://a.example\nhttps://b.example',
    },
  },
  {
    path: '.pypirc',
    format: 'ini',
    text: `[distutils]\nindex-servers =\n    pypi\n\n[pypi]\nusername: __token__\npassword: pypi-abc\n`,
    values: { 'distutils.index-servers': '\npypi', 'pypi.username': '__token__', 'pypi.password': 'pypi-abc' },
  },
  {
    path: '.m2/settings.xml',
    format: 'xml',
    text: `<?xml version="1.0"?>\n<settings>\n  <!-- servers -->\n  <servers>\n    <server>\n      <id>central</id>\n      <username>u</username>\n      <password>p&amp;w</password>\n    </server>\n    <server>\n      <id>snap.shots</id>\n      <password> <![CDATA[x<y]]></password>\n    </server>\n  </servers>\n</settings>\n`,
    values: {
      'servers.server.central.id': 'central',
      'servers.server.central.username': 'u',
      'servers.server.central.password': 'p&w',
      'servers.server."snap.shots".id': 'snap.shots',
      'servers.server."snap.shots".password': 'x<y',
    },
  },
  {
    path: 'NuGet.config',
    format: 'xml',
    text: `<?xml version="1.0" encoding="utf-8"?>\n<configuration>\n  <packageSourceCredentials>\n    <Feed>\n      <add key="Username" value="u" />\n      <add key="ClearTextPassword" value='p"w'/>\n    </Feed>\n  </packageSourceCredentials>\n</configuration>\n`,
    values: { 'packageSourceCredentials.Feed.Username': 'u', 'packageSourceCredentials.Feed.ClearTextPassword': 'p"w' },
  },
  {
    path: '.cargo/credentials.toml',
    format: 'toml',
    text: `# crates\n[registry]\ntoken = "cio\\u0041" # new\n\n[registries.mine]\ntoken = 'lit\\eral'\nn = 1_000\nwhen = 2026-01-02\nlist = ["a", { b = "c" }]\n`,
    values: {
      'registry.token': 'cioA',
      'registries.mine.token': 'lit\\eral',
      'registries.mine.n': '1_000',
      'registries.mine.when': '2026-01-02',
      'registries.mine.list.0': 'a',
      'registries.mine.list.1.b': 'c',
    },
  },
  {
    path: '.bundle/config',
    format: 'yaml',
    text: `---\nBUNDLE_GEMS__EXAMPLE__COM: "user:pass"\nBUNDLE_JOBS: 4\n`,
    values: { BUNDLE_GEMS__EXAMPLE__COM: 'user:pass', BUNDLE_JOBS: '4' },
  },
  {
    path: 'auth.json',
    format: 'json',
    text: `{"http-basic": {"repo.example.org": {"username": "u", "password": "p"}}}`,
    values: { 'http-basic."repo.example.org".username': 'u', 'http-basic."repo.example.org".password': 'p' },
  },
  {
    path: '.netrc',
    format: 'netrc',
    text: `# hosts\nmachine api.example.com\n  login me\n  password "p w\\"x"\nmachine b login c password d\ndefault login anonymous\n`,
    values: {
      '"api.example.com".login': 'me',
      '"api.example.com".password': 'p w"x',
      'b.login': 'c',
      'b.password': 'd',
      'default.login': 'anonymous',
    },
  },
  {
    path: '.pgpass',
    format: 'pgpass',
    text: `# host:port:db:user:password\ndb.example:5432:shop:me:p\\:w\\\\x\n*:*:*:*:other\n`,
    values: { 'db.example:5432:shop:me': 'p:w\\x', '*:*:*:*': 'other' },
  },
  {
    path: '.aws/credentials',
    format: 'ini',
    text: `[default]\naws_access_key_id = AKIA\naws_secret_access_key=abc/def+1\n\n; second\n[work]\naws_secret_access_key = x\n`,
    values: {
      'default.aws_access_key_id': 'AKIA',
      'default.aws_secret_access_key': 'abc/def+1',
      'work.aws_secret_access_key': 'x',
    },
  },
]
