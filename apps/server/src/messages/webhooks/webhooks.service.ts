// Webhooks: the outbox that other features write to, and the settings of admins.
import {
  type WebhookEvent,
  webhookLimits,
  webhookSecrets,
} from '@cellar/contract/messages/rules/webhooks.ts';
import type {
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDelivery,
} from '@cellar/contract/messages/webhooks.endpoints.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { Trx } from '#db/schema.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound, refuseTooMany } from '#http/errors.ts';
import { hourMs, isoAt } from '#platform/clock.ts';
import { pageCount } from '#platform/page-count.ts';
import type { RateLimiter } from '#platform/rate-limit.ts';
import { newId } from '#platform/tokens.ts';
import { retryRow } from '../outbox.ts';
import type { DataOf, EventData } from './message.ts';
import { addressPurpose, openSecrets, secretPurpose, sendDelivery } from './send-delivery.ts';
import { createWebhookDelivery, type DeliveryDeps } from './webhook-delivery.ts';
import { presentDelivery, presentWebhook, shownAddressOf } from './webhooks.present.ts';
import type { DeliveryRow, WebhookRow } from './webhooks.repository.ts';
import * as repository from './webhooks.repository.ts';

interface Deps extends DeliveryDeps {
  audit: AuditService;
  limiter: RateLimiter;
  /** Whether plain http and addresses in private networks are permitted. */
  allowsPrivate: boolean;
  /** False: nothing is sent, and nothing is kept to be sent later. */
  isOn: boolean;
}

export type { DataOf, EventData };

const pageSize = 25;
const testsPerHour = 60;

export type WebhooksService = ReturnType<typeof createWebhooksService>;

export function createWebhooksService(deps: Deps) {
  const { db, log, clock, isOn, audit, box, limiter } = deps;
  const delivery = createWebhookDelivery(deps);
  const deliverDue = async () => {
    if (deps.isOn) await delivery.deliverDue();
  };
  return {
    /** Call this in the transaction of the cause, and `deliverSoon` after the commit. */
    async enqueue<Event extends WebhookEvent>(trx: Trx, event: Event, data: DataOf<Event>): Promise<void> {
      if (!isOn) return;
      const wanting = (await repository.lockEnabled(trx)).filter((row) => eventsOf(row).includes(event));
      const rows = wanting.map(({ id }) => newDelivery(id, event, data, isoAt(clock)));
      await repository.insertDeliveries(trx, rows);
    },

    /** Does not wait for the delivery. */
    deliverSoon(): void {
      deliverDue().catch((error) => log.error({ err: error }, 'failed to deliver the outbox of webhooks'));
    },

    deliverDue,
    removeOld: delivery.removeOld,
    close: delivery.close,

    async list() {
      const rows = await repository.listWebhooks(deps.db);
      return {
        webhooks: await Promise.all(rows.map((row) => present(deps, row))),
        allowsPrivate: deps.allowsPrivate,
        isOn: deps.isOn,
      };
    },

    /** @throws AppError validation_failed if there are too many, or for an address that the environment does not permit */
    async add(admin: Member, body: NewWebhook): Promise<Webhook> {
      const { address, secret, ...facts } = body;
      refusePlain(deps, address);
      const row: WebhookRow = {
        ...rowOf(facts),
        ...{ id: newId(), format: body.format, createdAt: isoAt(clock), pausedUntil: null },
        ...(await sealAddress(box, address)),
        sealedSecret: secret === undefined ? null : await box.seal(secret, secretPurpose),
      };
      await db.transaction().execute(async (trx) => {
        if ((await repository.countWebhooks(trx)) >= webhookLimits.webhooks) {
          throw new AppError('validation_failed', `There can be at most ${webhookLimits.webhooks} webhooks`);
        }
        await repository.insertWebhook(trx, row);
        await audit.write(trx, {
          action: 'webhook_added',
          actor: admin.email,
          subject: row.name,
          detail: detailOf(row),
        });
      });
      return present(deps, row);
    },

    /** @throws AppError not_found; validation_failed if a secret is missing, or for another format */
    async change(admin: Member, id: string, body: WebhookChange): Promise<Webhook> {
      const { address, secret, format, ...facts } = body;
      if (address !== undefined) refusePlain(deps, address);
      const before = await repository.findWebhook(db, id);
      if (!before) throw notFound('Webhook');
      if (before.format !== format) refuse('format', 'cannot be changed');
      refuseMovedSecret(before, body);
      const changes: Partial<WebhookRow> = {
        ...rowOf(facts),
        ...(address !== undefined && { ...(await sealAddress(box, address)), pausedUntil: null }),
        ...(secret !== undefined && {
          sealedSecret: secret === null ? null : await box.seal(secret, secretPurpose),
        }),
      };
      const row = { ...before, ...changes };
      await db.transaction().execute(async (trx) => {
        if (!(await repository.updateWebhook(trx, id, changes))) throw notFound('Webhook');
        // What has waited would be old news when it is turned on again.
        if (row.isEnabled === 0) await repository.giveUp(trx, id, 'turned_off');
        const detail = detailOf(row);
        await audit.write(trx, { action: 'webhook_changed', actor: admin.email, subject: row.name, detail });
      });
      return present(deps, row);
    },

    async remove(admin: Member, id: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const subject = await repository.deleteWebhook(trx, id);
        if (subject === undefined) throw notFound('Webhook');
        await audit.write(trx, { action: 'webhook_deleted', actor: admin.email, subject });
      });
    },

    /** Sends a message now, even if the webhook is off, and records it in the log. It is not repeated. */
    async test(admin: Member, id: string): Promise<WebhookDelivery> {
      refuseOff(deps);
      const key = `webhook-test:${admin.id}`;
      refuseTooMany(await limiter.count([{ key, max: testsPerHour, windowMs: hourMs }]));
      const webhook = await repository.findWebhook(db, id);
      if (!webhook) throw notFound('Webhook');
      const begun = newDelivery(id, 'test', {}, isoAt(clock));
      const { retryAfterMs: _, ...outcome } = await sendDelivery(deps, webhook, begun);
      const row: DeliveryRow = {
        ...{ ...begun, ...outcome, attempts: 1, nextAttemptAt: null },
        ...(outcome.problem ? { status: 'failed' } : { status: 'sent', sentAt: isoAt(clock) }),
      };
      await db.transaction().execute(async (trx) => {
        if (await repository.lockWebhook(trx, id)) await repository.insertDeliveries(trx, [row]);
      });
      return presentDelivery(row);
    },

    listDeliveries: (id: string, page: number) => listDeliveries(deps, id, page),

    /** @throws AppError not_found; validation_failed if it was sent or is being sent, or its webhook is off */
    async retry(id: string): Promise<void> {
      refuseOff(deps);
      const row = await repository.findDelivery(db, id);
      const webhook = row && (await repository.findWebhook(db, row.webhookId));
      if (!row || !webhook) throw notFound('Delivery');
      const cannot = (message: string) => new AppError('validation_failed', message);
      if (row.status === 'sent') throw cannot('This has already been delivered');
      if (webhook.isEnabled === 0) throw cannot('The webhook is turned off');
      if (!(await retryRow(db, 'webhookDeliveries', { id, now: isoAt(clock) })))
        throw cannot('This is being delivered right now');
    },
  };
}

function eventsOf({ events }: Pick<WebhookRow, 'events'>): string[] {
  return JSON.parse(events);
}

function newDelivery(webhookId: string, event: string, data: object, now: string): DeliveryRow {
  return {
    ...{ id: newId(), webhookId, event, data: JSON.stringify(data) },
    ...{ status: 'waiting', attempts: 0, problem: null, httpStatus: null, answer: null },
    ...{ createdAt: now, sentAt: null, nextAttemptAt: now, claimedUntil: null },
  };
}

async function present(deps: Deps, row: WebhookRow): Promise<Webhook> {
  const [last] = await repository.listDeliveries(deps.db, row.id, { page: 1, pageSize: 1 });
  return presentWebhook(row, { isReadable: (await openSecrets(deps.box, row)) !== undefined, last });
}

function rowOf({
  name,
  events,
  language,
  isEnabled,
}: Pick<NewWebhook, 'name' | 'events' | 'language' | 'isEnabled'>) {
  return { name, events: JSON.stringify(events), language, isEnabled: isEnabled ? 1 : 0 };
}

function detailOf({ format, shownAddress, events, isEnabled }: WebhookRow): string {
  return JSON.stringify({
    format,
    address: shownAddress,
    events: JSON.parse(events),
    isEnabled: isEnabled === 1,
  });
}

async function sealAddress(box: Deps['box'], address: string) {
  return {
    host: new URL(address).host,
    shownAddress: shownAddressOf(address),
    sealedAddress: await box.seal(address, addressPurpose),
  };
}

/**
 * Another server must not receive the stored secret, and a format that needs one must keep one. The key of a signature is never sent.
 * @throws AppError validation_failed
 */
function refuseMovedSecret({ host, sealedSecret, format }: WebhookRow, { address, secret }: WebhookChange) {
  if (secret === null && webhookSecrets[format] === 'required') refuse('secret', 'is required');
  const isMoved = address !== undefined && new URL(address).host !== host;
  if (isMoved && sealedSecret !== null && secret === undefined && format !== 'json')
    refuse('secret', 'must be entered again for another server');
}

/** Whether a host name leads to a private address is known only when a delivery looks it up. @throws AppError validation_failed */
function refusePlain({ allowsPrivate }: Deps, address: string): void {
  if (!allowsPrivate && new URL(address).protocol !== 'https:') refuse('address', 'must begin with https://');
}

function refuse(path: string, message: string): never {
  throw new AppError('validation_failed', 'The webhook is not valid', { issues: [{ path, message }] });
}

/** @throws AppError validation_failed */
function refuseOff({ isOn }: Deps): void {
  if (!isOn) throw new AppError('validation_failed', 'WEBHOOKS=off: nothing is sent to webhooks');
}

async function listDeliveries({ db }: Deps, id: string, page: number) {
  if (!(await repository.findWebhook(db, id))) throw notFound('Webhook');
  const total = await repository.countDeliveries(db, id);
  const rows = await repository.listDeliveries(db, id, { page, pageSize });
  return {
    deliveries: rows.map(presentDelivery),
    currentPage: page,
    totalPages: pageCount(total, pageSize),
  };
}
