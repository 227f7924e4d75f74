/** Services by the names of their container images, without registry and version. */
export const serviceImages: Readonly<Record<string, readonly string[]>> = {
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

/** Client packages of npm, PyPI, Go, RubyGems and Packagist that are of use with such a service alone. */
export const servicePackages: Readonly<Record<string, readonly string[]>> = {
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
export const browserPackages: readonly string[] = [
  'playwright',
  '@playwright/test',
  'puppeteer',
  'cypress',
  'webdriverio',
  'selenium-webdriver',
  'selenium',
  'pytest-playwright',
  'capybara',
]
