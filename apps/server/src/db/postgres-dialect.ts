// Kysely's dialect for PostgreSQL. Here, too, nothing is in an empty list: PostgreSQL refuses `in ()`, which SQLite accepts.
import {
  type BinaryOperationNode,
  type Kysely,
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueListNode,
} from 'kysely';
import { createPostgresPool } from './postgres-pool.ts';

class Compiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node;
    const isEmpty =
      (PrimitiveValueListNode.is(rightOperand) || ValueListNode.is(rightOperand)) &&
      rightOperand.values.length === 0;
    if (!isEmpty) super.visitBinaryOperation(node);
    else this.append(OperatorNode.is(operator) && operator.operator === 'not in' ? 'true' : 'false');
  }
}

class Dialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new Compiler();
  }
}

export function createPostgresDialect(url: string): PostgresDialect {
  return new Dialect({ pool: createPostgresPool(url) });
}

/**
 * Repeats a transaction, or a single statement, once if PostgreSQL has ended it because of a deadlock. Nothing of it was stored. So
 * the work of a transaction may run twice.
 */
export function repeatAfterDeadlock<DB>(db: Kysely<DB>): void {
  const executor = db.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  executor.provideConnection = (work, options) =>
    provide(work, options).catch((error) => {
      if (error.code !== '40P01') throw error;
      return provide(work, options);
    });
}
