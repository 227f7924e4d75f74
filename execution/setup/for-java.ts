import { isNamed, nothingMore, packagesVariable, copyFromCache, type PackageManager } from './phases.ts'

// Java takes a proxy only from its own properties.
const javaProxy =
  'way="$(printf %s "$HTTPS_PROXY" | sed s,^http://,,)"; way_host="$(printf %s "$way" | cut -d: -f1)"; ' +
  'way_port="$(printf %s "$way" | cut -d: -f2)"; ' +
  'for kind in http https; do JAVA_TOOL_OPTIONS="$JAVA_TOOL_OPTIONS -D$kind.proxyHost=$way_host' +
  ' -D$kind.proxyPort=$way_port"; done; export JAVA_TOOL_OPTIONS'

/**
 * The way out, which Maven 3.9 and later take from settings and not from properties of Java, and another repository for
 * all that Maven asks for. The settings are a file outside of the project.
 */
const mavenSettings =
  'settings="$TMPDIR/settings.xml"; mirror=; proxies=; ' +
  '[ -z "$ATELIER_MAVEN" ] || mirror="<mirrors><mirror><id>central</id><mirrorOf>*</mirrorOf><url>$ATELIER_MAVEN</url></mirror></mirrors>"; ' +
  '[ -z "$way" ] || for kind in http https; do proxies="$proxies<proxy><id>$kind</id><active>true</active>' +
  '<protocol>$kind</protocol><host>$way_host</host><port>$way_port</port></proxy>"; done; ' +
  `printf '<settings><proxies>%s</proxies>%s</settings>' "$proxies" "$mirror" >"$settings"`

// The compiler and the runner of the tests look for their own packages when they have a class to work on. A module gets
// one for each, in the folders that its manifest names. Packagers refuse a class outside of a package.
const oneClassEach =
  'find . -name pom.xml | while read -r pom; do for kind in source testSource; do ' +
  'case $kind in source) folder=src/main/java; class=Atelier ;; *) folder=src/test/java; class=AtelierTest ;; esac; ' +
  `own="$(sed -n "s:.*<"$kind"Directory>\\([A-Za-z0-9_./-]*\\)</.*:\\1:p" "$pom" | head -n 1)"; ` +
  '[ -z "$own" ] || folder="$own"; folder="$(dirname "$pom")/$folder/atelier"; mkdir -p "$folder"; ' +
  'printf "package atelier;\\n\\npublic class %s {}\\n" $class >"$folder/$class.java"; done; done'

const skip = (names: string) => names.replaceAll(/\S+/g, '-D$&=true')

// Plugins that run programs from a manifest: not part of a fetch.
const withoutPrograms = skip('maven.antrun.skip exec.skip groovy.skip gmaven.skip')

// Plugins that judge or format sources would judge the empty classes, and have no settings from the tree. Maven gets
// them and their packages all the same. Animal Sniffer is not among them: it passes an empty class, and asks for the
// signatures by which it judges only when it runs.
const withoutJudges = skip(
  'rat.skip checkstyle.skip pmd.skip cpd.skip spotbugs.skip spotless.check.skip spring-javaformat.skip ' +
    'formatter.skip impsort.skip fmt.skip license.skip proguard.skip japicmp.skip',
)

// Plugins that ask Git for the commit, which the fetch does not have.
const withoutCommit = skip('maven.gitcommitid.skip maven.buildNumber.skip')

// Sources that a plugin gets a compiler for, and files by which a parent of Apache's chooses profiles.
const decides = /\.proto$|(?:^|\/)src\/site\/resources\/profile\.\w{1,40}$/

const mvn = `mvn --batch-mode --no-transfer-progress --settings "$settings" -Dmaven.repo.local="$SETUP_CACHE/maven" --fail-never ${withoutPrograms} ${withoutJudges} ${withoutCommit}`

// A module whose own steps fail over empty classes keeps no other from being resolved, and resolves by a goal the
// packages that its steps have not reached. Spotless asks for its formatters only when it runs.
const resolveAllOfMaven =
  'said="$TMPDIR/maven.log"; ' +
  `${mvn} -Dspotless.apply.skip=true -Dtest=AtelierTest -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false test >"$said" 2>&1; ` +
  'ended=$?; cat "$said"; ' +
  `spotless="$(sed -n 's/^.INFO. --- spotless[a-z-]*:\\([0-9.]*\\):.*/\\1/p' "$said" | head -n 1)"; ` +
  `[ -z "$spotless" ] || ${mvn} --quiet "com.diffplug.spotless:spotless-maven-plugin:$spotless:apply" >"$TMPDIR/spotless.log" 2>&1; ` +
  `if grep -q '^.INFO. Build failures were ignored' "$said"; then ${mvn} --quiet dependency:go-offline; fi`

/** The fetch failed if a manifest was unreadable, or a package, no module of the project, was in no repository. */
const lacksPackage =
  `modules="$(sed -n 's/^.INFO. -*< \\([^ :]*:[^ :]*\\) >-*$/\\1:/p' "$said")"; ` +
  `missing="$(sed -n 's/^.ERROR. .*Could not [a-z]* artifact \\([^ :]*:[^ :]*:\\).*/\\1/p' "$said")"; ` +
  '[ -z "$modules" ] || missing="$(printf %s "$missing" | grep -vxF "$modules")"; ' +
  '[ "$ended" = 0 ] && [ -z "$missing" ]'

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
  needs: (path) => isNamed('pom.xml')(path) || decides.test(path),
  runsCode: () => false,
  fetch: {
    command: `${javaProxy}; ${mavenSettings}; ${oneClassEach}; ${resolveAllOfMaven}; ${lacksPackage} && ${forgetRepositories}`,
    environment: { MAVEN_SKIP_RC: 'true' },
  },
  offline: copyFromCache('maven'),
  install: nothingMore,
  // Maven before 3.9 reads no MAVEN_ARGS.
  later: {
    MAVEN_ARGS: '--offline',
    MAVEN_OPTS: `-Dmaven.repo.local={packages}/maven`,
    MAVEN_SKIP_RC: 'true',
  },
  mirror: (address) => ({ ATELIER_MAVEN: address }),
}

const resolveAll = [
  'allprojects { tasks.create("atelierResolve") { doLast {',
  '  configurations.findAll { it.canBeResolved }.each { try { it.resolve() } catch (Exception e) { println e.message } }',
  '} } }',
]

// Gradle finds cached files by their original address, so this address stays for offline runs.
const mirrorScript = [
  'def lead = { it.all { if (it.hasProperty("url")) { it.url = mirror; if (it.hasProperty("allowInsecureProtocol")) it.allowInsecureProtocol = true } } }',
  'allprojects { lead(buildscript.repositories); lead(repositories) }',
  'settingsEvaluated { if (it.hasProperty("pluginManagement")) lead(it.pluginManagement.repositories) }',
]

const printed = (lines: readonly string[]) => `printf '%s\\n' ${lines.map((line) => `'${line}'`).join(' ')}`

const hasWrapper = (files: ReadonlySet<string>) =>
  files.has('gradlew') && files.has('gradle/wrapper/gradle-wrapper.properties')

/** Gradle resolves by its build scripts, which run in the fetch. Before 6.1 its cache has absolute paths. */
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
      `${javaProxy}; export GRADLE_USER_HOME="$${packagesVariable}/gradle"; mkdir -p "$GRADLE_USER_HOME/init.d" && ` +
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
  later: { GRADLE_USER_HOME: `{packages}/gradle`, GRADLE_OPTS: '-Dorg.gradle.daemon=false' },
  mirror: (address) => ({ ATELIER_MAVEN: address }),
}

export const javaManagers: readonly PackageManager[] = [maven, gradle]
