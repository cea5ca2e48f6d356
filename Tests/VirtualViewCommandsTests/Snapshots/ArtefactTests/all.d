ROOT/b/Card.md5: \
  ROOT/components.json \
  ROOT/in/Card.xml \
  ROOT/in/config.properties
ROOT/b/Card.out: \
  ROOT/components.json \
  ROOT/in/Card.xml \
  ROOT/in/config.properties
ROOT/b/a\ $$\#b.md5: \
  ROOT/components.json \
  ROOT/in/a\ $$\#b.xml \
  ROOT/in/config.properties
ROOT/b/a\ $$\#b.out: \
  ROOT/components.json \
  ROOT/in/a\ $$\#b.xml \
  ROOT/in/config.properties
ROOT/components.json:
ROOT/in/Card.xml:
ROOT/in/a\ $$\#b.xml:
ROOT/in/config.properties:
