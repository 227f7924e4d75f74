import { isNamed, setupFolder, copyFromCache, type PackageManager } from './phases.ts'

const nothingMore = () => ({ command: ':', environment: {} })

// Java takes a proxy from its own properties alone.
const javaProxy =
  'way="$(printf %s "$HTTPS_PROXY" | sed s,^http://,,)"; ' +
  'for kind in http https; do JAVA_TOOL_OPTIONS="$JAVA_TOOL_OPTIONS -D$kind.proxyHost=$(printf %s "$way" | cut -d: -f1)' +
  ' -D$kind.proxyPort=$(printf %s "$way" | cut -d: -f2)"; done; ' +
  'export JAVA_TOOL_OPTIONS'

/** Another repository for all that Maven asks for. Its settings are a file outside of the project. */
const mavenSettings =
  'settings="$TMPDIR/settings.xml"; mirror=; ' +
  '[ -z "$ATELIER_MAVEN" ] || mirror="<mirrors><mirror><id>central</id><mirrorOf>*</mirrorOf><url>$ATELIER_MAVEN</url></mirror></mirrors>"; ' +
  `printf '<settings>%s</settings>' "$mirror" >"$settings"`

// The compiler and the runner of the tests look for their own packages when they have a class to work on. A module gets
// one for each, in the folders that its manifest names.
const oneClassEach =
  'find . -name pom.xml | while read -r pom; do for kind in source testSource; do ' +
  'case $kind in source) folder=src/main/java; class=Atelier ;; *) folder=src/test/java; class=AtelierTest ;; esac; ' +
  `own="$(sed -n "s:.*<"$kind"Directory>\\([A-Za-z0-9_./-]*\\)</.*:\\1:p" "$pom" | head -n 1)"; ` +
  '[ -z "$own" ] || folder="$own"; folder="$(dirname "$pom")/$folder"; mkdir -p "$folder"; ' +
  'printf "public class %s {}\\n" $class >"$folder/$class.java"; done; done'

const mvn = 'mvn --batch-mode --no-transfer-progress --settings "$settings" -Dmaven.repo.local="$SETUP_CACHE/maven"'

// Plugins that run what a manifest says: no part of a fetch.
const withoutPrograms = '-Dmaven.antrun.skip=true -Dexec.skip=true -Dgroovy.skip=true -Dgmaven.skip=true'

// Maven takes a package only from the repository that it remembers for it.
const forgetRepositories = `find "$SETUP_CACHE/maven" '(' -name _remote.repositories -o -name '*.lastUpdated' ')' -delete`

/**
 * The tests run in the fetch over empty classes, because their plugins resolve late. `.mvn`, whose extensions are
 * programs, and the wrapper stay out of it.
 */
const maven: PackageManager = {
  name: 'maven',
  ecosystem: 'maven',
  tools: ['mvn --version'],
  applies: (files) => files.has('pom.xml'),
  needs: isNamed('pom.xml'),
  runsCode: () => false,
  fetch: {
    command:
      `${javaProxy}; ${mavenSettings}; ${oneClassEach}; ` +
      `{ ${mvn} --fail-at-end ${withoutPrograms} -Dtest=AtelierTest -DfailIfNoTests=false ` +
      `-Dsurefire.failIfNoSpecifiedTests=false test || ${mvn} dependency:go-offline; } && ${forgetRepositories}`,
    environment: { MAVEN_SKIP_RC: 'true' },
  },
  offline: copyFromCache('maven'),
  install: nothingMore,
  // Maven before 3.9 reads no MAVEN_ARGS.
  later: {
    MAVEN_ARGS: '--offline',
    MAVEN_OPTS: `-Dmaven.repo.local={tree}/${setupFolder}/maven`,
    MAVEN_SKIP_RC: 'true',
  },
  mirror: (address) => ({ ATELIER_MAVEN: address }),
}

const resolveAll = [
  'allprojects { tasks.create("atelierResolve") { doLast {',
  '  configurations.findAll { it.canBeResolved }.each { try { it.resolve() } catch (Exception e) { println e.message } }',
  '} } }',
]

// Gradle finds what it has by the address that it came from, so this one stays for what runs offline.
const mirrorScript = [
  'def lead = { it.all { if (it.hasProperty("url")) { it.url = mirror; if (it.hasProperty("allowInsecureProtocol")) it.allowInsecureProtocol = true } } }',
  'allprojects { lead(buildscript.repositories); lead(repositories) }',
  'settingsEvaluated { if (it.hasProperty("pluginManagement")) lead(it.pluginManagement.repositories) }',
]

const printed = (lines: readonly string[]) => `printf '%s\\n' ${lines.map((line) => `'${line}'`).join(' ')}`

const hasWrapper = (files: ReadonlySet<string>) =>
  files.has('gradlew') && files.has('gradle/wrapper/gradle-wrapper.properties')

/**
 * Gradle resolves by running its build scripts: they run in the fetch, which holds them and nothing else. Before 6.1 its
 * cache has absolute paths, so it is made where it is used later.
 */
const gradle: PackageManager = {
  name: 'gradle',
  ecosystem: 'maven',
  tools: ['java -version'],
  applies: (files) => hasWrapper(files) || files.has('build.gradle') || files.has('build.gradle.kts'),
  needs: (path) =>
    /(^|\/)[^/]+\.gradle(\.kts)?$/.test(path) ||
    isNamed('gradle.properties', 'gradle.lockfile')(path) ||
    /^(gradlew$|gradle\/)/.test(path),
  runsCode: () => false,
  fetch: {
    command:
      `${javaProxy}; export GRADLE_USER_HOME="$(dirname "$SETUP_CACHE")/${setupFolder}/gradle"; mkdir -p "$GRADLE_USER_HOME/init.d" && ` +
      `${printed(resolveAll)} >"$TMPDIR/resolve.gradle" && ` +
      `{ [ -z "$ATELIER_MAVEN" ] || { printf 'def mirror = "%s"\\n' "$ATELIER_MAVEN" && ${printed(mirrorScript)}; } >"$GRADLE_USER_HOME/init.d/mirror.gradle"; } && ` +
      'if [ -e gradlew ]; then gradle="sh gradlew"; else gradle=gradle; fi; ' +
      `$gradle --no-daemon --init-script "$TMPDIR/resolve.gradle" atelierResolve && ` +
      `printf 'gradle.startParameter.offline = true\\n' >"$GRADLE_USER_HOME/init.d/offline.gradle" && ` +
      'mv "$GRADLE_USER_HOME" "$SETUP_CACHE/gradle"',
    environment: {},
  },
  offline: copyFromCache('gradle'),
  install: nothingMore,
  later: { GRADLE_USER_HOME: `{tree}/${setupFolder}/gradle`, GRADLE_OPTS: '-Dorg.gradle.daemon=false' },
  mirror: (address) => ({ ATELIER_MAVEN: address }),
}

export const javaManagers: readonly PackageManager[] = [maven, gradle]
