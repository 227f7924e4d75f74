import { jsonObject } from '../../packages/foreign-json/index.ts'
import { requestedPackages } from './node-manifests.ts'
import { isNamed, type SetupFiles } from './phases.ts'
import { pythonRequirements } from './python-requirements.ts'

/** Services by the names of their container images, without registry and version. */
const serviceImages: Readonly<Record<string, readonly string[]>> = {
  PostgreSQL: ['postgres', 'postgresql', 'postgis', 'pgvector', 'timescaledb'],
  MySQL: ['mysql', 'mysql-server', 'percona'],
  MariaDB: ['mariadb'],
  MongoDB: ['mongo', 'mongodb', 'mongodb-community-server'],
  Redis: ['redis', 'valkey', 'redis-stack', 'redis-stack-server'],
  Memcached: ['memcached'],
  RabbitMQ: ['rabbitmq'],
  Kafka: ['kafka', 'cp-kafka', 'kafka-native', 'redpanda'],
  NATS: ['nats'],
  Elasticsearch: ['elasticsearch', 'opensearch'],
  ClickHouse: ['clickhouse', 'clickhouse-server'],
  Cassandra: ['cassandra', 'scylla'],
  'S3 storage': ['minio', 'localstack'],
}

/** Client packages of npm, PyPI, Go, RubyGems and Packagist that are of use only with such a service. */
const servicePackages: Readonly<Record<string, readonly string[]>> = {
  PostgreSQL: [
    'pg',
    'postgres',
    'psycopg',
    'psycopg2',
    'psycopg2-binary',
    'asyncpg',
    'github.com/lib/pq',
    'github.com/jackc/pgx/v5',
  ],
  MySQL: ['mysql', 'mysql2', 'mysqlclient', 'pymysql', 'github.com/go-sql-driver/mysql'],
  MariaDB: ['mariadb'],
  MongoDB: ['mongodb', 'mongoose', 'pymongo', 'go.mongodb.org/mongo-driver', 'mongo', 'mongoid', 'mongodb/mongodb'],
  Redis: ['redis', 'ioredis', 'github.com/redis/go-redis/v9', 'predis/predis'],
  Memcached: ['memcached', 'memjs', 'pymemcache', 'dalli'],
  RabbitMQ: ['amqplib', 'pika', 'bunny', 'github.com/rabbitmq/amqp091-go', 'php-amqplib/php-amqplib'],
  Kafka: ['kafkajs', 'kafka-python', 'confluent-kafka', 'github.com/segmentio/kafka-go'],
  NATS: ['nats', 'nats-py', 'github.com/nats-io/nats.go'],
  Elasticsearch: [
    '@elastic/elasticsearch',
    '@opensearch-project/opensearch',
    'elasticsearch',
    'elasticsearch/elasticsearch',
  ],
  ClickHouse: ['@clickhouse/client', 'clickhouse-connect'],
  Cassandra: ['cassandra-driver'],
}

/** Packages that drive a browser. */
const browserPackages: readonly string[] =
  'playwright @playwright/test puppeteer cypress webdriverio selenium-webdriver selenium pytest-playwright capybara'.split(
    ' ',
  )

const filesMost = 100
const fileMostChars = 1_048_576

const isCompose = (path: string) => /^(docker-)?compose[\w.-]*\.ya?ml$/.test(path)
const isPipeline = (path: string) =>
  /^(\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|\.circleci\/config\.yml)$/.test(path)
const isManifest = isNamed('package.json', 'composer.json')
const isRootManifest = (path: string) =>
  /^(pyproject\.toml|setup\.(py|cfg)|tox\.ini|go\.mod|Gemfile|requirements[\w./-]*\.txt|dev[-.]requirements\.txt|pnpm-workspace\.yaml)$/.test(
    path,
  )

/** Files in a commit that name needs of a repository beside packages, at most 100 of them. */
export const needFilesAmong = (paths: readonly string[]): readonly string[] =>
  paths
    .filter((path) => !/(^|\/)(node_modules|vendor)\//.test(path))
    .filter((path) => isCompose(path) || isPipeline(path) || isManifest(path) || isRootManifest(path))
    .slice(0, filesMost)

/** The needs of a commit's tests beside packages, by its files. */
export interface NeedFacts {
  readonly services: readonly string[]
  readonly databases: readonly string[]
  readonly usesBrowser: boolean
}

/** Facts of files that could not be read. */
export const noNeedFacts: NeedFacts = { services: [], databases: [], usesBrowser: false }

export const needFactsOf = (files: SetupFiles): NeedFacts => {
  const packages = packagesOf(files)
  return {
    services: servicesAmong(files, packages),
    databases: databasesOf(files),
    usesBrowser: browserPackages.some((name) => packages.has(name)),
  }
}

/** Sentences about needs of tests that no setup provides, of fixed names, so that a verdict can show them. */
export const needsOf = (
  { services, usesBrowser }: Pick<NeedFacts, 'services' | 'usesBrowser'>,
  {
    protectedPaths,
    offered = [],
  }: { readonly protectedPaths: readonly string[]; readonly offered?: readonly string[] },
): readonly string[] => [
  ...services.filter((service) => !offered.includes(service)).map(serviceSentence),
  ...(usesBrowser ? [browserSentence] : []),
  ...(protectedPaths.some(isBesideTests) ? [protectedSentence] : []),
]

/** The sentences of `needsOf` in the first lines of a log; any other line is left out. */
export const needsIn = (log: string): readonly string[] =>
  log.split('\n', linesMost).filter((line) => sentences.has(line))

const linesMost = 40

/** The services that compose files, pipelines and client packages name. */
const servicesAmong = (files: SetupFiles, packages: ReadonlySet<string>): readonly string[] => {
  const images = new Set(
    [...files].flatMap(([path, text]) => (isPipeline(path) || isCompose(path) ? imagesIn(text) : [])),
  )
  const hasOne = (list: readonly string[], found: ReadonlySet<string>) => list.some((name) => found.has(name))
  return Object.keys(serviceImages).filter(
    (service) => hasOne(serviceImages[service]!, images) || hasOne(servicePackages[service] ?? [], packages),
  )
}

/** The users and databases of PostgreSQL that compose files and pipelines name by the variables of its images. */
const databasesOf = (files: SetupFiles): readonly string[] =>
  [...files]
    .filter(([path]) => isPipeline(path) || isCompose(path))
    .flatMap(([, text]) => [
      ...text
        .slice(0, fileMostChars)
        .matchAll(/\bPOSTGRES_(?:USER|DB)[ \t]{0,8}[:=][ \t]{0,8}['"]?([a-z_][a-z0-9_]{0,62})['"]?[ \t]{0,8}$/gm),
    ])
    .map(([, name]) => name!)

/** The images that compose files and pipelines name, without registry and version, such as `postgres`. */
const imagesIn = (text: string): readonly string[] =>
  [
    ...text
      .slice(0, fileMostChars)
      .matchAll(
        /^[ \t]*(?:-[ \t]+)?(?:(?:image|name):[ \t]*)?['"]?([\w./-]{1,200})(?::[\w.-]+)?['"]?[ \t]*(?:#.*)?$/gm,
      ),
  ].map(([, image]) => image!.slice(image!.lastIndexOf('/') + 1))

const packagesOf = (files: SetupFiles): ReadonlySet<string> => {
  const bounded = new Map([...files].map(([path, text]) => [path, text.slice(0, fileMostChars)]))
  const textOf = (path: string) => bounded.get(path) ?? ''
  const required = [...bounded].flatMap(([path, text]) =>
    /requirements[\w./-]*\.txt$/.test(path) ? text.split('\n') : [],
  )
  return new Set([
    ...requestedPackages(bounded).map(({ name }) => name),
    ...[...pythonRequirements(bounded).lines, ...required].flatMap(
      (line) => /^[\w.-]+/.exec(line)?.[0].toLowerCase() ?? [],
    ),
    ...[...textOf('go.mod').matchAll(/^[ \t]{0,99}(?:require[ \t]{1,99})?([\w.-]{1,200}\/[\w./-]{1,500}) v/gm)].map(
      ([, name]) => name!,
    ),
    ...[...textOf('Gemfile').matchAll(/^[ \t]{0,99}gem[ (]{1,99}['"]([\w-]{1,200})['"]/gm)].map(([, name]) => name!),
    ...composerPackages(bounded),
  ])
}

const composerPackages = (files: SetupFiles): readonly string[] => {
  const manifest = jsonObject(files.get('composer.json') ?? '') ?? {}
  return [manifest.require, manifest['require-dev']].flatMap((list) => Object.keys(list ?? {}))
}

const isBesideTests = (path: string) => /(^|\/)(tests?|specs?|__tests__|e2e|fixtures)\//i.test(path)

const serviceSentence = (service: string) => {
  const debian = debianServices[service]
  const install = debian === undefined ? '' : `Install ${debian} of Debian on the machine, or name`
  return (
    `The tests may need ${service}, which checks do not have. ` +
    `${install === '' ? 'Name' : install} a check that does without: atelier project set --check ….`
  )
}

/** Debian packages with the services that checks get if the machine has them. */
const debianServices: Readonly<Record<string, string>> = { PostgreSQL: 'postgresql', Redis: 'redis-server' }

/** For the log of a setup: the services of each check. */
export const offeredSentence = (services: readonly string[]): string =>
  `Each check has an empty ${services.join(' and ')} of this machine on 127.0.0.1.`
const browserSentence =
  'The tests may need a browser, which setups do not fetch by themselves. ' +
  'Install one on the machine, or fetch it into $SETUP_CACHE: atelier project set --fetch ….'
const protectedSentence =
  'The tests have protected files beside them, such as .env files, which checks do not have. ' +
  'Give files without credentials a name that ends in .example, and have the tests read those.'

/** For an agent whose sandbox profile names the browser of the machine. */
export const missingBrowserSentence =
  'The sandboxProfile of the agent asks for a browser, which this machine does not have. Install Chromium in /usr.'

const sentences: ReadonlySet<string> = new Set([
  missingBrowserSentence,
  ...Object.keys(serviceImages).map(serviceSentence),
  browserSentence,
  protectedSentence,
])
