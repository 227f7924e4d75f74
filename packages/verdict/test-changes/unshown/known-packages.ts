/** Ecosystems whose well-known packages are listed. */
export type PackageEcosystem = 'npm' | 'pypi' | 'crates' | 'go'

/** Names that many projects use, without scoped names: a package with nearly the same name may be mistaken for it. */
const names: Readonly<Record<PackageEcosystem, string>> = {
  npm: `
    accepts acorn address adm-zip agenda agent-base ajv ajv-formats alpinejs amqplib angular ansi-regex ansi-styles
    apollo-client apollo-server archiver arg argon2 assert astro async autoprefixer ava aws-sdk axios babel
    babel-core babel-eslint babel-jest babel-loader backbone base64-js bcrypt bcryptjs better-sqlite3 big.js
    bignumber.js bindings bluebird bn.js body-parser bookshelf bootstrap boxen brace-expansion browser-sync
    browserify buffer bull bullmq bunyan busboy bytes c8 cac canvas chai chai-as-promised chalk chart.js cheerio
    chokidar class-transformer class-validator classnames cli-table cli-table3 clone clone-deep clsx colors
    commander commitlint compression concat-stream concurrently conf config connect content-type convict cookie
    cookie-parser cookie-signature cordova core-js cors cosmiconfig cron cross-env cross-fetch cross-spawn crypto-js
    css-loader csv-parse csv-parser cuid cypress d3 dataloader date-fns dayjs debug decimal.js deep-equal deepmerge
    defu depd destroy detect-port discord.js dompurify dotenv dotenv-expand dottie drizzle-orm echarts ejs electron
    electron-builder elliptic elysia ember-cli engine.io enquirer entities env-paths enzyme esbuild esbuild-register
    escape-html escodegen eslint eslint-config-airbnb eslint-config-prettier eslint-plugin-import eslint-plugin-jest
    eslint-plugin-node eslint-plugin-prettier eslint-plugin-react eslint-plugin-react-hooks espree esprima
    estraverse etag ethers eventemitter3 events exceljs execa expo express express-rate-limit express-session
    express-validator extend fast-deep-equal fast-glob fast-xml-parser fastify ffi-napi figlet find-up firebase
    firebase-admin forever form-data formidable fresh from2 fs-extra get-port glob globby googleapis got graceful-fs
    graphql graphql-request graphql-tag grunt gulp handlebars hapi happy-dom hash.js hbs he helmet highlight.js
    history hono htmlparser2 htmx.org http-errors http-proxy http-proxy-agent http-proxy-middleware http-server
    https-proxy-agent husky i18next iconv iconv-lite idb ieee754 immer import-fresh inherits ini inquirer invariant
    io-ts ionic ioredis ip ipaddr.js is-ip is-number is-plain-object is-promise isomorphic-fetch istanbul jasmine
    jest jest-cli jest-environment-jsdom jimp joi jose jotai jquery js-yaml jscodeshift jsdom json5 jsonwebtoken
    jszip kafkajs karma keyv kind-of kleur knex koa koa-bodyparser koa-router ky kysely langchain lerna less
    less-loader lint-staged listr listr2 lit live-server localforage lodash lodash-es lodash.debounce lodash.get
    lodash.merge log4js loglevel lru-cache luxon magic-string mailgun-js markdown-it marked mathjs md5 mem memcached
    memoizee meow merge-descriptors micromatch mime mime-types minimatch minimist mitt mkdirp mlly mobx mobx-react
    mocha moment moment-timezone mongodb mongoose morgan mqtt ms msw multer mustache mysql mysql2 nan nanoid nconf
    needle negotiator nestjs next nock node-addon-api node-cache node-cron node-fetch node-forge node-gyp node-sass
    node-telegram-bot-api nodemailer nodemon npm-run-all npmlog nunjucks nuxt nx nyc object-assign objection oclif
    ofetch on-finished open openai opn ora p-limit p-map p-queue p-retry papaparse parcel parse5 passport
    passport-jwt passport-local path-to-regexp pathe pdf-lib pdfjs-dist pdfkit pg pg-promise picocolors picomatch
    pinia pino pino-pretty pkg-dir playwright pm2 polka popper.js portfinder postcss postcss-loader pouchdb preact
    prettier prisma prismjs process prompts prop-types proxy-agent pug pump punycode puppeteer q qs query-string
    querystring quick-lru ramda raw-body rc react react-dom react-dropzone react-hook-form react-i18next react-icons
    react-intl react-markdown react-native react-query react-redux react-router react-router-dom react-scripts
    react-select react-table react-test-renderer readable-stream recast recoil redis redux redux-saga redux-thunk
    regenerator-runtime rehype remark request request-promise require-directory reselect resolve resolve-from
    restify rimraf rollup rxdb rxjs safe-buffer sanitize-html sass sass-loader selenium-webdriver semantic-release
    semver sendgrid sequelize serve serve-static set-cookie-parser sha.js sharp shelljs shortid signale sinon
    sinon-chai sirv socket.io socket.io-client sockjs-client socks solid-js source-map source-map-support split2
    sqlite3 standard statuses storybook stream-browserify string-width strip-ansi stripe style-loader
    styled-components stylelint superagent superstruct supertest svelte svelte-kit swc tailwindcss tap tape tar
    telegraf terser terser-webpack-plugin three through through2 tiny-invariant toml tough-cookie ts-essentials
    ts-jest ts-loader ts-node tslib tslint tsup tsx turbo tweetnacl twilio type-fest type-is typeorm typescript ufo
    uglify-js ulid underscore undici unzipper update-notifier url-parse urql util uuid uvu validator vary vite
    vitest vue vue-router vuex watchpack web3 webpack webpack-cli webpack-dev-server webpack-merge which winston
    wrap-ansi ws xlsx xml2js xo yaml yargs yargs-parser yauzl yup zod zone.js zustand
  `,
  pypi: `
    accelerate aiohttp aiosqlite alembic altair amqp ansible anthropic anyio appdirs apscheduler argcomplete
    argon2-cffi arrow asyncpg attrs autopep8 avro awscli azure-core azure-identity azure-storage-blob babel backoff
    bandit bcrypt beautifulsoup4 behave black blessed bokeh boto3 botocore bottle build cachetools cassandra-driver
    catboost cattrs celery cerberus certifi chardet charset-normalizer click cloudpickle colorama configparser
    confluent-kafka coverage cryptography cssselect cx-freeze cython daphne dash dask databases dataclasses-json
    datadog datasets decorator deprecated dill discord-py distlib distributed django django-cors-headers
    django-debug-toolbar django-filter djangorestframework dnspython docker docopt docutils dramatiq duckdb dynaconf
    elasticsearch environs eventlet exceptiongroup fabric factory-boy faker falcon fastapi fastparquet filelock
    fiona fire flake8 flask flask-cors flask-login flask-migrate flask-restful flask-sqlalchemy flask-wtf flit
    folium freezegun future fuzzywuzzy gensim geoip2 geopandas gevent gitpython google-api-python-client google-auth
    google-cloud-bigquery google-cloud-storage gradio greenlet grpcio grpcio-tools gunicorn h11 h2 hatch hatchling
    hiredis html5lib httpcore httplib2 httpx huey huggingface-hub humanize hypercorn hypothesis idna imageio
    iniconfig invoke ipaddress ipykernel ipython ipywidgets isort itsdangerous jellyfish jinja2 jira joblib
    jsonschema jupyter jupyterlab kafka-python keras kivy kombu kubernetes langchain levenshtein lightgbm
    llama-index loguru lxml markdown markupsafe marshmallow matplotlib mechanize mistune mkdocs mkdocs-material mock
    more-itertools moto motor msgpack mypy mypy-extensions mysql-connector-python mysqlclient nbconvert nbformat
    netaddr networkx newrelic nltk nose notebook nox nuitka numba numpy oauthlib openai opencv-python openpyxl
    opentelemetry-api opentelemetry-sdk orjson packaging pandas paramiko parsel passlib pdfminer-six pdm peewee
    pendulum pexpect pika pillow pip pip-tools pipenv platformdirs playwright plotly pluggy poetry poetry-core
    polars pony praw pre-commit prometheus-client prompt-toolkit protobuf psutil psycopg psycopg2 psycopg2-binary
    ptyprocess pyarrow pycodestyle pycryptodome pycryptodomex pydantic pydantic-core pydantic-settings pyflakes
    pygame pygithub pygments pyinstaller pyjwt pylint pymongo pymysql pynacl pyopenssl pypdf pypdf2 pyproj pyqt5
    pyramid pyright pyside6 pyspark pytest pytest-asyncio pytest-benchmark pytest-cov pytest-django pytest-mock
    pytest-timeout pytest-xdist python-dateutil python-docx python-dotenv python-gitlab python-jose python-pptx
    python-socketio python-telegram-bot pytz pyyaml quart rapidfuzz ray redis regex reportlab requests requests-mock
    requests-oauthlib requests-toolbelt responses retry retrying rich robotframework rq ruamel-yaml ruff s3transfer
    safetensors sanic scapy schedule scikit-image scikit-learn scipy scrapy seaborn selenium sendgrid sentencepiece
    sentry-sdk setuptools setuptools-scm shapely simplejson six slack-sdk sniffio soupsieve spacy sphinx
    sphinx-rtd-theme sqlalchemy sqlmodel starlette statsd statsmodels streamlit stripe structlog sympy tabulate
    tenacity tensorflow termcolor tiktoken tokenizers toml tomli tomli-w tomlkit toolz torch torchaudio torchvision
    tornado tortoise-orm tox tqdm traitlets transformers trio tweepy twilio twine typer typing-extensions tzdata
    tzlocal ujson unidecode unittest2 urllib3 uv uvicorn virtualenv voluptuous watchdog weasyprint websocket-client
    websockets werkzeug wheel wrapt wxpython xgboost xlrd xlsxwriter xlwt yapf zeroconf
  `,
  crates: `
    actix actix-rt actix-web aes ahash ansi_term anstyle anyhow arc-swap argh argon2 arrayvec arrow askama
    assert_cmd async-std async-stream async-trait atty aws-config aws-sdk-s3 axum base64 bcrypt bevy bincode bindgen
    bitflags bitvec blake2 blake3 brotli bytes cargo_metadata cc chacha20poly1305 chrono clap cmake color-eyre
    colored comrak config console criterion crossbeam crossbeam-channel crossbeam-utils crossterm csv curl darling
    dashmap deadpool dialoguer diesel dioxus directories dirs dotenv dotenvy ed25519-dalek egui either env_logger
    ethers eyre flate2 flume fnv futures futures-core futures-util fuzzy-matcher glam glob globset handlebars
    hashbrown heck hex hmac http http-body humantime hyper hyper-rustls hyper-tls ignore image indexmap indicatif
    insta itertools jpeg-decoder js-sys json5 jsonwebtoken k8s-openapi kube lalrpop lapin lazy_static leptos lettre
    libc libp2p log logos lz4 maud md5 memchr metrics mime minijinja mio mockall mongodb mysql nalgebra native-tls
    ndarray nix nom notify num num-bigint num-integer num-rational num-traits once_cell openssl openssl-sys
    opentelemetry parking_lot parquet percent-encoding pest pest_derive pin-project pin-project-lite pkg-config png
    polars postcard postgres predicates pretty_assertions proc-macro-error proc-macro2 prometheus proptest prost
    prost-build protobuf pulldown-cmark quick-xml quickcheck quinn quote r2d2 rand rand_chacha rand_core ratatui
    rayon rdkafka redis regex regex-syntax reqwest ring rmp-serde rocket rocksdb ron roxmltree rsa rstest rumqttc
    rusoto_core rusqlite rustfft rustls rustls-pemfile rustyline same-file sea-orm semver sentry serde serde_derive
    serde_json serde_urlencoded serde_with serde_yaml serenity serial_test sha1 sha2 sha3 shellexpand sled smallvec
    socket2 solana-sdk sqlx strsim structopt substrate syn syntect tar tauri teloxide tempfile tera termcolor
    textwrap thiserror tide time tokio tokio-postgres tokio-rustls tokio-stream tokio-util toml toml_edit tonic
    tower tower-http tracing tracing-log tracing-subscriber tree-sitter trybuild tui unicode-normalization
    unicode-segmentation unicode-width ureq url uuid walkdir warp wasm-bindgen web-sys wgpu which winapi windows
    windows-sys winit winnow wiremock xml-rs xz2 yaml-rust yew zip zstd
  `,
  go: `
    github.com/Azure/azure-sdk-for-go github.com/BurntSushi/toml github.com/IBM/sarama github.com/Masterminds/semver
    github.com/Masterminds/squirrel github.com/PuerkitoBio/goquery github.com/Shopify/sarama
    github.com/alecthomas/kingpin github.com/asaskevich/govalidator github.com/aws/aws-sdk-go
    github.com/aws/aws-sdk-go-v2 github.com/caarlos0/env github.com/cespare/xxhash
    github.com/charmbracelet/bubbletea github.com/charmbracelet/lipgloss github.com/containerd/containerd
    github.com/davecgh/go-spew github.com/dgrijalva/jwt-go github.com/docker/docker github.com/dustin/go-humanize
    github.com/fatih/color github.com/fatih/structs github.com/fsnotify/fsnotify github.com/gin-gonic/gin
    github.com/go-chi/chi github.com/go-chi/chi/v5 github.com/go-chi/cors github.com/go-playground/validator
    github.com/go-playground/validator/v10 github.com/go-redis/redis github.com/go-redis/redis/v8
    github.com/go-sql-driver/mysql github.com/gocolly/colly github.com/gofiber/fiber github.com/gofiber/fiber/v2
    github.com/gofrs/uuid github.com/gogo/protobuf github.com/golang-jwt/jwt github.com/golang-jwt/jwt/v4
    github.com/golang-jwt/jwt/v5 github.com/golang-migrate/migrate github.com/golang/glog github.com/golang/mock
    github.com/golang/protobuf github.com/golang/snappy github.com/gomodule/redigo github.com/google/go-cmp
    github.com/google/uuid github.com/gorilla/handlers github.com/gorilla/mux github.com/gorilla/sessions
    github.com/gorilla/websocket github.com/hashicorp/consul github.com/hashicorp/go-multierror
    github.com/hashicorp/golang-lru github.com/hashicorp/hcl github.com/hashicorp/vault github.com/jackc/pgx
    github.com/jackc/pgx/v4 github.com/jackc/pgx/v5 github.com/jinzhu/gorm github.com/jmoiron/sqlx
    github.com/joho/godotenv github.com/json-iterator/go github.com/julienschmidt/httprouter
    github.com/kelseyhightower/envconfig github.com/klauspost/compress github.com/labstack/echo
    github.com/labstack/echo/v4 github.com/lib/pq github.com/mattn/go-colorable github.com/mattn/go-isatty
    github.com/mattn/go-sqlite3 github.com/microcosm-cc/bluemonday github.com/minio/minio-go
    github.com/minio/minio-go/v7 github.com/mitchellh/go-homedir github.com/mitchellh/mapstructure
    github.com/moby/moby github.com/nats-io/nats.go github.com/onsi/ginkgo github.com/onsi/ginkgo/v2
    github.com/onsi/gomega github.com/opencontainers/runc github.com/opentracing/opentracing-go
    github.com/pelletier/go-toml github.com/pkg/errors github.com/prometheus/client_golang
    github.com/rabbitmq/amqp091-go github.com/redis/go-redis/v9 github.com/robfig/cron github.com/robfig/cron/v3
    github.com/rs/zerolog github.com/russross/blackfriday github.com/satori/go.uuid github.com/segmentio/kafka-go
    github.com/shopspring/decimal github.com/sirupsen/logrus github.com/spf13/afero github.com/spf13/cast
    github.com/spf13/cobra github.com/spf13/pflag github.com/spf13/viper github.com/streadway/amqp
    github.com/stretchr/testify github.com/swaggo/swag github.com/tidwall/gjson github.com/urfave/cli
    github.com/urfave/cli/v2 github.com/valyala/fasthttp github.com/yuin/goldmark go.etcd.io/bbolt go.etcd.io/etcd
    go.mongodb.org/mongo-driver go.opentelemetry.io/otel go.uber.org/atomic go.uber.org/fx go.uber.org/multierr
    go.uber.org/zap golang.org/x/crypto golang.org/x/exp golang.org/x/mod golang.org/x/net golang.org/x/oauth2
    golang.org/x/sync golang.org/x/sys golang.org/x/term golang.org/x/text golang.org/x/time golang.org/x/tools
    google.golang.org/api google.golang.org/genproto google.golang.org/grpc google.golang.org/protobuf
    gopkg.in/check.v1 gopkg.in/ini.v1 gopkg.in/yaml.v2 gopkg.in/yaml.v3 gorm.io/driver/mysql gorm.io/driver/postgres
    gorm.io/driver/sqlite gorm.io/gorm k8s.io/api k8s.io/apimachinery k8s.io/client-go
    sigs.k8s.io/controller-runtime sigs.k8s.io/yaml
  `,
}

export const knownPackages = (ecosystem: PackageEcosystem): readonly string[] => names[ecosystem].trim().split(/\s+/)
