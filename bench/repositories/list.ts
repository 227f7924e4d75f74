/** A public repository at a commit, and what a person runs in a fresh checkout: the ordinary install and test. */
interface PublicRepository {
  readonly repository: string
  readonly commit: string
  readonly kind: string
  readonly outside: string
}

const venv = 'python3 -m venv .venv && . .venv/bin/activate && '
// Groups of dependencies need pip 25.1, which is newer than that of Python 3.11.
const newPip = `${venv}python -m pip install --upgrade pip && `

const of = (repository: string, commit: string, kind: string, outside: string): PublicRepository => ({
  repository,
  commit,
  kind,
  outside,
})

/** The standing list of sixty. */
export const listed: readonly PublicRepository[] = [
  of('immerjs/immer', '061c2425e1c9', 'Yarn 1', 'yarn install --frozen-lockfile && yarn test'),
  of('pmndrs/zustand', 'f094eebe9bd3', 'pnpm', 'pnpm install --frozen-lockfile && pnpm test'),
  of('chalk/chalk', '678e5505458d', 'npm, no lock file', 'npm install && npm test'),
  of('expressjs/express', 'a3714473feb3', 'npm, no lock file', 'npm install && npm test'),
  of('unjs/unstorage', 'afbb66ec266e', 'pnpm', 'pnpm install --frozen-lockfile && pnpm test'),
  of('changesets/changesets', '5322174b2722', 'pnpm, workspaces', 'pnpm install --frozen-lockfile && pnpm test'),
  of('reduxjs/redux-thunk', '184205d49f70', 'Yarn 4', 'yarn install --immutable && yarn test'),
  of('Thinkmill/manypkg', '97e2ab9bc64e', 'Yarn 1, workspaces', 'yarn install --frozen-lockfile && yarn test'),
  of('mattphillips/deep-object-diff', 'a24d61fea6d6', 'Yarn 1', 'yarn install --frozen-lockfile && yarn test'),
  of('motdotla/dotenv', '2fc7eac8ad77', 'npm', 'npm ci && npm test'),
  of('tj/commander.js', 'ba6d13ddb424', 'npm', 'npm ci && npm test'),
  of('fastify/fastify', '83e69762aff0', 'npm, no lock file', 'npm install && npm test'),
  of('npm/node-semver', '6e05b7637396', 'npm, no lock file', 'npm install && npm test'),
  of('sindresorhus/p-limit', 'df476048d023', 'npm, no lock file', 'npm install && npm test'),
  of('honojs/hono', '28a9c128912d', 'Bun', 'bun install --frozen-lockfile && bun run test'),
  of('mahmoud/boltons', '967864f89791', 'pip', `${venv}python -m pip install -e . pytest && python -m pytest -q`),
  of('tkem/cachetools', '28d4506f2a49', 'pip', `${venv}python -m pip install -e . pytest && python -m pytest -q`),
  of('pallets/click', '2c8cd3ac958a', 'uv', `${newPip}python -m pip install -e . --group tests && python -m pytest -q`),
  of(
    'pallets/itsdangerous',
    '672971d66a2e',
    'uv',
    `${newPip}python -m pip install -e . --group tests && python -m pytest -q`,
  ),
  of(
    'pypa/packaging',
    '053c884615f2',
    'pip',
    `${newPip}python -m pip install -e . --group test && python -m pytest -q`,
  ),
  of('pytest-dev/pluggy', 'e382e72789f8', 'uv', `${venv}python -m pip install -e . pytest && python -m pytest -q`),
  of(
    'Textualize/rich',
    '42899d8a0a96',
    'Poetry',
    `${venv}python -m pip install -e . pytest attrs pygments==2.19.2 && python -m pytest -q`,
  ),
  of(
    'python-attrs/attrs',
    'c1dc5dcba16e',
    'uv',
    `${newPip}python -m pip install -e . --group tests && python -m pytest -q`,
  ),
  of('more-itertools/more-itertools', '2fe1b2eeb9d7', 'pip', `${venv}python -m pip install -e . && make test`),
  of(
    'psf/requests',
    '1f6589ec3a1e',
    'pip',
    `${venv}python -m pip install -e . -r requirements-dev.txt && python -m pytest -q`,
  ),
  of('go-chi/chi', '735ae2b87f8c', 'Go', 'go test ./...'),
  of('urfave/cli', '1305a08200f7', 'Go', 'go test ./...'),
  of('spf13/cobra', 'adbc8813901b', 'Go', 'go test ./...'),
  of('pelletier/go-toml', '86608d7fca88', 'Go', 'go test ./...'),
  of('sirupsen/logrus', '87434bb3a736', 'Go', 'go test ./...'),
  of('gorilla/mux', 'db9d1d0073d2', 'Go', 'make test'),
  of('stretchr/testify', '12f8b5612e12', 'Go', 'go test ./...'),
  of('google/uuid', '2d3c2a9cc518', 'Go', 'go test ./...'),
  of('gin-gonic/gin', 'dcaa4296d111', 'Go', 'go test ./...'),
  of('spf13/pflag', '5fdac2d16c16', 'Go', 'go test ./...'),
  of('dtolnay/anyhow', '1dbe1862aae6', 'Cargo', 'cargo test'),
  of('bitflags/bitflags', 'c3f8d31d59f3', 'Cargo', 'cargo test'),
  of('tokio-rs/bytes', 'd5c8ad3227af', 'Cargo', 'cargo test'),
  of('rayon-rs/either', '1b7187b43e93', 'Cargo', 'cargo test'),
  of('sharkdp/fd', 'ee20f426ddf3', 'Cargo', 'cargo test'),
  of('sharkdp/hexyl', '8eb6d4771ce1', 'Cargo', 'cargo test'),
  of('dtolnay/itoa', '1577ed901354', 'Cargo', 'cargo test'),
  of('serde-rs/json', '827a315bf219', 'Cargo', 'cargo test'),
  of('stleary/JSON-java', '1795e8cf2622', 'Maven', 'mvn -B test'),
  of('google/gson', '9835b6f90192', 'Maven, modules', 'mvn -B test'),
  of('jhy/jsoup', '46b620860af9', 'Maven', 'mvn -B test'),
  of('apache/commons-cli', '0a68ae0e826b', 'Maven', 'mvn -B test'),
  of('google/google-java-format', 'ecba4fb24fd0', 'Maven, modules', 'mvn -B test'),
  of('spring-projects/spring-petclinic', 'edf4db28affc', 'Maven', 'mvn -B test'),
  of('java-diff-utils/java-diff-utils', '696edc4c1a26', 'Maven, modules', 'mvn -B test'),
  of('google/jimfs', '5319800d7f1e', 'Maven, modules', 'mvn -B test'),
  of('zeroturnaround/zt-exec', 'f90ffccd0a88', 'Gradle, wrapper', 'sh gradlew test'),
  of('DaveGamble/cJSON', 'a29814f285cc', 'C, make', 'make test'),
  of('kgabis/parson', 'ba29f4eda9ea', 'C, make', 'make test'),
  of('antirez/sds', '5347739b1581', 'C, make', 'make && ./sds-test'),
  of('bats-core/bats-core', 'd22e41faad59', 'shell', 'bin/bats test'),
  of('nikic/PHP-Parser', 'fbd47f7ebcbb', 'Composer', 'composer install && composer test'),
  of('Seldaek/jsonlint', '3640cc40f771', 'Composer', 'composer install && vendor/bin/phpunit'),
  of('rack/rack', '8bf4eb078498', 'Bundler', 'bundle install && bundle exec rake test'),
  of('ruby/erb', '758ced0f9cc8', 'Bundler', 'bundle install && bundle exec rake test'),
]
