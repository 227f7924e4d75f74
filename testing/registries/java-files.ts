const javaTest =
  'import org.junit.jupiter.api.Test;\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\nclass ShopTest {\n  @Test\n  void adds() {\n    assertEquals(3, Shop.add(1, 2));\n  }\n}\n'
/** A project in Java with one test of JUnit 5. */
export const java = {
  '.gitignore': 'target\nbuild\n',
  'src/main/java/Shop.java': 'class Shop {\n  static int add(int a, int b) {\n    return a + b;\n  }\n}\n',
  'src/test/java/ShopTest.java': javaTest,
}
/** Its manifest for Maven. */
export const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>shop</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source>
    <maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>5.10.2</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>3.2.5</version>
      </plugin>
    </plugins>
  </build>
</project>
`
