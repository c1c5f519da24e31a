// Lint rules for tests: they must wait for conditions, not for a fixed time, and use seeded random numbers.
const waiting =
  'Wait for a condition with until() of support/until.ts, or let time pass before a fault with pause() of support/pause.ts.';
const seeded = 'Draw random numbers from Random of support/faults/random.ts, so that a run can be repeated.';

const importOf = (module, names, message) => (context) => ({
  ImportDeclaration(node) {
    if (node.source.value !== module) return;
    for (const specifier of node.specifiers)
      if (names.includes(specifier.imported?.name)) context.report({ node: specifier, message });
  },
});

const wait = {
  create: (context) => ({
    ...importOf('node:timers/promises', ['setTimeout', 'setInterval'], waiting)(context),
    CallExpression(node) {
      const [then] = node.arguments;
      if (node.callee.name === 'setTimeout' && then?.type === 'Identifier' && then.name === 'resolve')
        context.report({ node, message: waiting });
    },
  }),
};

const randomApis = { Math: ['random'], crypto: ['randomUUID', 'getRandomValues'] };

const random = {
  create: (context) => ({
    ...importOf('node:crypto', ['randomInt', 'randomUUID'], seeded)(context),
    MemberExpression(node) {
      if (randomApis[node.object.name]?.includes(node.property.name))
        context.report({ node, message: seeded });
    },
  }),
};

export default { meta: { name: 'tests' }, rules: { wait, random } };
