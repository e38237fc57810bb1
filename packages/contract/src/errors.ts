// The error codes with their HTTP status, and the body of every error response.
import { z } from 'zod';
import { named } from './text.ts';
import { limitRefusal } from './transfer/download-limits.endpoints.ts';

export const errorStatus = {
  validation_failed: 400,
  malformed_request: 400,
  image_damaged: 400,
  link_invalid: 400,
  wrong_password: 400,
  /** The code of the authenticator app or the recovery code is wrong. */
  code_wrong: 400,
  /** The code was used before. The app shows another one soon. */
  code_used: 400,
  /** The code is one of another time, so the clock of the device with the app is wrong. */
  clock_wrong: 400,
  /** The first step of the login, or the setup of the app, was too long ago, or something has ended it; also for logins at a provider. */
  login_expired: 400,
  setup_expired: 400,
  /** The passkey is unknown, or its answer is wrong, too late or not for this site. */
  passkey_refused: 400,
  invalid_credentials: 401,
  unauthenticated: 401,
  session_expired: 401,
  forbidden: 403,
  folder_not_permitted: 403,
  account_suspended: 403,
  /** Members log in through a provider, not with a password. */
  local_login_off: 403,
  /** The password or a passkey must be checked again first: the last check was more than 10 minutes ago. */
  confirmation_required: 403,
  /** The site requires a second factor, and the member has yet to set one up. */
  second_factor_required: 403,
  /** The API token does not have the scope that this needs, or API tokens can't be used for it. */
  scope_missing: 403,
  ticket_invalid: 403,
  /** A virus scan has found a threat in the file, and no admin has allowed it. */
  file_quarantined: 403,
  setup_code_wrong: 403,
  setup_closed: 403,
  registration_closed: 403,
  not_found: 404,
  file_missing: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  game_exists: 409,
  extra_exists: 409,
  title_taken: 409,
  edit_conflict: 409,
  change_undone: 409,
  upload_under_way: 409,
  upload_changed: 409,
  upload_finished: 409,
  chunk_mismatch: 409,
  missing_chunks: 409,
  download_id_taken: 409,
  email_unverified: 409,
  last_admin: 409,
  /** The only admin who can log in with a password while that is off. */
  emergency_admin: 409,
  /** Without this linked login, the member could not log in any more. */
  last_login: 409,
  /** There is a login provider with the same issuer. */
  login_provider_exists: 409,
  /** Logging in with a password can only be turned off by an admin who has linked a login of a provider that works. */
  no_working_provider: 409,
  own_account: 409,
  /** The site requires a second factor, so it can't be turned off. */
  second_factor_needed: 409,
  /** This needs a second factor, and the member has none. */
  second_factor_off: 409,
  /** The key with which the secrets of authenticator apps are sealed has changed. */
  app_unreadable: 409,
  too_many_rules: 409,
  /** The member already has as many of something as is allowed. */
  limit_reached: 409,
  passkey_exists: 409,
  /** The site's address is an IP address. Passkeys belong to a host name. */
  passkeys_impossible: 409,
  platform_taken: 409,
  platform_in_use: 409,
  too_many_platforms: 409,
  check_under_way: 409,
  backup_under_way: 409,
  set_by_environment: 409,
  folder_overlaps: 409,
  folder_unreadable: 409,
  folder_not_responding: 409,
  /** Another request for the same game waits already. */
  request_exists: 409,
  /** The request was declined or fulfilled, so it takes no votes and no other answer. */
  request_answered: 409,
  too_many_requested: 409,
  /** Another admin has accepted or declined the contribution, or its contributor has withdrawn it. */
  contribution_answered: 409,
  /** The game for which an extra was contributed was deleted. */
  contribution_without_game: 409,
  too_many_contributions: 409,
  /** The member, or the club, has another collection with this name. */
  collection_exists: 409,
  /** The LAN night is over. */
  night_over: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  image_too_large: 413,
  not_an_archive: 415,
  not_an_image: 415,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  provider_failed: 424,
  login_provider_failed: 424,
  too_many_requests: 429,
  /** The member's limit of bytes or files is used up, or does not suffice for this download. */
  quota_exceeded: 429,
  /** As many downloads of the member are running as are allowed at once. */
  too_many_downloads: 429,
  internal: 500,
  unavailable: 503,
  /** A file in a library folder was changed by another program. It can be downloaded after the next scan. */
  file_changed: 503,
  /** The ZIP of a library folder's files is being prepared. Ask again after `Retry-After`. */
  file_preparing: 503,
  /** The upload is being completed. Ask again after `Retry-After`. */
  upload_completing: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** `message` is plain English that can be shown to people. `code` is stable, for programs. */
export const errorBody = named('Error', {
  message: z.string(),
  code: z.enum(errorCodes),
  requestId: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** With `missing_chunks`: the numbers of the missing chunks, at most 1,000. */
  missingChunks: z.array(z.number().int()).optional(),
  /** With `file_preparing`: how much of the file was read, in percent. */
  progress: z.int().optional(),
  /** With `email_unverified`: the account cannot be approved before its address is verified. */
  needsEmailVerification: z.literal(true).optional(),
  /** With `quota_exceeded` and `too_many_downloads`: the limit, and when it is free again. */
  downloadLimit: limitRefusal.optional(),
});

export type ErrorBody = z.infer<typeof errorBody>;
